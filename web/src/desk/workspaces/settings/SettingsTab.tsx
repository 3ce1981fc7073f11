import { lazy, Suspense, useState } from 'react'
import type { Change } from '#contract/workspaces/change.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { usePendingChanges } from '#shared/changes/waiting-changes.ts'
import { ErrorBoundary } from '#shared/parts/ErrorBoundary.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { LeaveSection } from './LeaveSection.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { settingsTexts } from './texts.ts'
import { SubscriptionSection } from '../subscription/SubscriptionSection.tsx'

const ProtectionSection = lazy(async () => ({
  default: (await import('./ProtectionSection.tsx')).ProtectionSection,
}))

const DrillSection = lazy(async () => ({
  default: (await import('../drills/DrillSection.tsx')).DrillSection,
}))

type Props = { readonly workspace: Workspace }

export const SettingsTab = ({ workspace }: Props) => {
  const text = settingsTexts.use()
  // Loaded when it is opened: few admins need it when they come here.
  const [hasDrills, setDrills] = useState(false)
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
        <details
          className="card panel folded"
          onToggle={({ currentTarget }) => currentTarget.open && setDrills(true)}
        >
          <summary>
            <h2>{text.drills}</h2>
          </summary>
          {hasDrills && (
            <ErrorBoundary>
              <Suspense fallback={null}>
                <DrillSection workspace={workspace} />
              </Suspense>
            </ErrorBoundary>
          )}
        </details>
      </div>
      <div className="stack">
        <SubscriptionSection workspace={workspace} />
        <LeaveSection workspace={workspace} />
        <DeleteSection workspace={workspace} pending={waiting('workspace.deleted')} />
      </div>
    </div>
  )
}
