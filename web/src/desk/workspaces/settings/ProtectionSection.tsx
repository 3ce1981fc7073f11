import type { Change } from '#contract/workspaces/change.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { SettingSwitch } from '#shared/changes/SettingSwitch.tsx'
import { WaitsNotice } from '#shared/changes/WaitsNotice.tsx'
import { CheckIcon } from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { protectionTexts } from './protection-texts.ts'
import { useSigningAdmins, type SigningAdmins } from './use-signing-admins.ts'

type Props = {
  readonly workspace: Workspace
  /** The change of the settings that waits for a second admin. */
  readonly pending: Change | undefined
}

/** Asks to switch the protection of people on or off. Either way a second admin decides. */
export const ProtectionSection = ({ workspace, pending }: Props) => {
  const text = protectionTexts.use()
  const isOn = workspace.peopleProtected
  const admins = useSigningAdmins(workspace.id, !isOn)
  const isTooFew = !isOn && admins !== undefined && admins.able < 2
  const isBlocked = pending !== undefined || isTooFew
  return (
    <section className="card panel stack" aria-labelledby="protection">
      <Head isOn={isOn} />
      <p>{text.text}</p>
      <ul className="protection-list">
        {text.list.split('\n').map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {pending && <WaitsNotice change={pending} />}
      <SettingSwitch
        workspaceId={workspace.id}
        isOn={isOn}
        words={text}
        turned={{ peopleProtected: !isOn }}
        isDangerous={isOn}
        isBlocked={isBlocked}
      >
        {isTooFew && !pending ? <TooFew admins={admins} /> : text.second}
      </SettingSwitch>
    </section>
  )
}

const Head = ({ isOn }: { readonly isOn: boolean }) => {
  const text = protectionTexts.use()
  return (
    <div className="panel-head">
      <h2 id="protection">{text.title}</h2>
      <Tag tone={isOn ? 'good' : 'neutral'} icon={isOn && <CheckIcon />}>
        {isOn ? text.on : text.off}
      </Tag>
    </div>
  )
}

const TooFew = ({ admins: { without } }: { readonly admins: SigningAdmins }) => {
  const text = protectionTexts.use()
  return (
    <>
      {text.tooFew}
      {without.length > 0 && (
        <>
          {' '}
          {text.without} <UserText>{without.join(', ')}</UserText>.
        </>
      )}
    </>
  )
}
