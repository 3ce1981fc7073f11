import type { Change } from '#contract/workspaces/change.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { SettingSwitch } from '#shared/changes/SettingSwitch.tsx'
import { WaitsNotice } from '#shared/changes/WaitsNotice.tsx'
import { glassTexts } from './glass-texts.ts'

type Props = {
  readonly workspace: Workspace
  /** The change of this setting that waits for a second admin. */
  readonly pending: Change | undefined
}

/** Whether an admin alone may approve what nobody can decide in time. */
export const GlassSection = ({ workspace, pending }: Props) => {
  const text = glassTexts.use()
  const isOn = workspace.breakGlass
  return (
    <div className="stack">
      <p>{text.text}</p>
      <p>
        <strong>{isOn ? text.isOn : text.isOff}</strong>
      </p>
      {pending && <WaitsNotice change={pending} />}
      <SettingSwitch
        workspaceId={workspace.id}
        isOn={isOn}
        words={text}
        turned={{ breakGlass: !isOn }}
        isDangerous={!isOn}
        isBlocked={pending !== undefined}
      >
        {workspace.peopleProtected ? text.second : text.alone}
      </SettingSwitch>
    </div>
  )
}
