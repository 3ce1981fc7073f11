import type { Workspace } from '#contract/workspaces.ts'
import { LeaveSection } from './LeaveSection.tsx'
import { SettingsForm } from './SettingsForm.tsx'

type Props = { readonly workspace: Workspace }

export const SettingsTab = ({ workspace }: Props) => (
  <>
    <SettingsForm workspace={workspace} />
    <LeaveSection workspace={workspace} />
  </>
)
