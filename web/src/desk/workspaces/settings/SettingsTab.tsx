import { lazy, Suspense } from 'react'
import type { Change } from '#contract/workspaces/change.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { usePendingChanges } from '#shared/changes/waiting-changes.ts'
import { ErrorBoundary } from '#shared/parts/ErrorBoundary.tsx'
import { hasDraft } from '#shared/forms/use-draft.ts'
import { draftName } from '../kinds/draft-name.ts'
import { DeleteSection } from './DeleteSection.tsx'
import { Folded } from './Folded.tsx'
import { LeaveSection } from './LeaveSection.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { settingsTexts } from './texts.ts'
import { SubscriptionSection } from '../subscription/SubscriptionSection.tsx'

const ProtectionSection = lazy(async () => ({
  default: (await import('./ProtectionSection.tsx')).ProtectionSection,
}))

const GroupSection = lazy(async () => ({
  default: (await import('../groups/GroupSection.tsx')).GroupSection,
}))

const DrillSection = lazy(async () => ({
  default: (await import('../drills/DrillSection.tsx')).DrillSection,
}))

const KindsSection = lazy(async () => ({
  default: (await import('../kinds/KindsSection.tsx')).KindsSection,
}))

const GlassSection = lazy(async () => ({
  default: (await import('../glass/GlassSection.tsx')).GlassSection,
}))

const WorkingHoursSection = lazy(async () => ({
  default: (await import('../working-hours/WorkingHoursSection.tsx')).WorkingHoursSection,
}))

type Props = { readonly workspace: Workspace }

export const SettingsTab = ({ workspace }: Props) => {
  const text = settingsTexts.use()
  const pending = usePendingChanges(workspace.id).data
  const waiting = (action: Change['action']) => pending?.find((change) => change.action === action)
  const waitingSetting = (name: string) =>
    pending?.find(
      ({ action, changes }) =>
        action === 'workspace.settings-changed' && changes.some(({ field }) => field === name),
    )
  return (
    <div className="columns">
      <div className="stack">
        <SettingsForm workspace={workspace} />
        <ErrorBoundary>
          <Suspense fallback={<div className="card protection-placeholder" />}>
            <ProtectionSection workspace={workspace} pending={waitingSetting('peopleProtected')} />
          </Suspense>
        </ErrorBoundary>
        <Folded title={text.kinds} isOpen={hasDraft(draftName(workspace.id))}>
          <KindsSection workspaceId={workspace.id} isProtected={workspace.peopleProtected} />
        </Folded>
        <Folded title={text.groups}>
          <GroupSection workspace={workspace} />
        </Folded>
        <Folded title={text.glass}>
          <GlassSection workspace={workspace} pending={waitingSetting('breakGlass')} />
        </Folded>
        <Folded title={text.workingHours}>
          <WorkingHoursSection workspace={workspace} />
        </Folded>
        <Folded title={text.drills}>
          <DrillSection workspace={workspace} />
        </Folded>
      </div>
      <div className="stack">
        <SubscriptionSection workspace={workspace} />
        <LeaveSection workspace={workspace} />
        <DeleteSection workspace={workspace} pending={waiting('workspace.deleted')} />
      </div>
    </div>
  )
}
