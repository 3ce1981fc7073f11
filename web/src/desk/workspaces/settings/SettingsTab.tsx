import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { DeleteSection } from './DeleteSection.tsx'
import { LeaveSection } from './LeaveSection.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SubscriptionSection } from '../subscription/SubscriptionSection.tsx'

type Props = { readonly workspace: Workspace }

export const SettingsTab = ({ workspace }: Props) => (
  <div className="columns">
    <SettingsForm workspace={workspace} />
    <div className="stack">
      <SubscriptionSection workspace={workspace} />
      <LeaveSection workspace={workspace} />
      <DeleteSection workspace={workspace} />
    </div>
  </div>
)
