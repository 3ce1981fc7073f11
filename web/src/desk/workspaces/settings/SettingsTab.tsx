import { lazy, Suspense } from 'react'
import type { Change } from '#contract/workspaces/change.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { usePendingChanges } from '#shared/changes/waiting-changes.ts'
import { ErrorBoundary } from '#shared/parts/ErrorBoundary.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { LeaveSection } from './LeaveSection.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SubscriptionSection } from '../subscription/SubscriptionSection.tsx'

const ProtectionSection = lazy(async () => ({
  default: (await import('./ProtectionSection.tsx')).ProtectionSection,
}))

const DrillSection = lazy(async () => ({
  default: (await import('../drills/DrillSection.tsx')).DrillSection,
}))

type Props = { readonly workspace: Workspace }

export const SettingsTab = ({ workspace }: Props) => {
  const pending = usePendingChanges(workspace.id).data
  const waiting = (action: Change['action']) => pending?.find((change) => change.action === action)
  return (
    <div className="columns">
      <div className="stack">
        <SettingsForm workspace={workspace} />
        <ErrorBoundary>
          <Suspense fallback={<div className="card protection-placeholder" />}>
            <ProtectionSection workspace={workspace} pending={waiting('workspace.settings-changed')} />
          </Suspense>
        </ErrorBoundary>
        <ErrorBoundary>
          <Suspense fallback={<div className="card drills-placeholder" />}>
            <DrillSection workspace={workspace} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <div className="stack">
        <SubscriptionSection workspace={workspace} />
        <LeaveSection workspace={workspace} />
        <DeleteSection workspace={workspace} pending={waiting('workspace.deleted')} />
      </div>
    </div>
  )
}
