import { useState } from 'react'
import Button from '@mui/material/Button'
import type { Change } from '#contract/workspaces/change.ts'
import { updateSettings, type Workspace } from '#contract/workspaces/workspaces.ts'
import { sayWaits } from '#shared/changes/say-waits.ts'
import { WaitsNotice } from '#shared/changes/WaitsNotice.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
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
  const [isAsking, setAsking] = useState(false)
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
      <div className="form-foot">
        <Button
          variant="outlined"
          aria-disabled={isBlocked}
          aria-describedby="protection-reason"
          onClick={() => isBlocked || setAsking(true)}
        >
          {isOn ? text.switchOff : text.switchOn}
        </Button>
        <span id="protection-reason" role="status">
          {isTooFew && !pending ? <TooFew admins={admins} /> : text.second}
        </span>
      </div>
      {isAsking && <Ask workspace={workspace} onClose={() => setAsking(false)} />}
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

const Ask = ({ workspace: { id, peopleProtected: isOn }, onClose }: AskProps) => {
  const text = protectionTexts.use()
  const command = useCommand(updateSettings, {
    onSuccess: (reply) => {
      sayWaits(reply)
      onClose()
    },
  })
  const words = isOn ? text.askOff : text.askOn
  return (
    <ConfirmDialog
      title={words.question}
      submit={words.submit}
      isDangerous={isOn}
      isPending={command.isPending}
      error={command.error}
      onSubmit={() => command.mutate({ params: { id }, body: { peopleProtected: !isOn } })}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </ConfirmDialog>
  )
}

type AskProps = { readonly workspace: Workspace; readonly onClose: () => void }
