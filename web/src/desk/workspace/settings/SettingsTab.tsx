import type { TabProps } from '../tab-props.ts'
import { LeaveSection } from './LeaveSection.tsx'
import { SettingsForm } from './SettingsForm.tsx'

export const SettingsTab = ({ workspace }: TabProps) => (
  <>
    <SettingsForm workspace={workspace} />
    <LeaveSection workspace={workspace} />
  </>
)
