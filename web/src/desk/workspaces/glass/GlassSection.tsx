import { useState } from 'react'
import Button from '@mui/material/Button'
import type { Change } from '#contract/workspaces/change.ts'
import { updateSettings, type Workspace } from '#contract/workspaces/workspaces.ts'
import { sayWaits } from '#shared/changes/say-waits.ts'
import { WaitsNotice } from '#shared/changes/WaitsNotice.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
import { glassTexts } from './glass-texts.ts'

type Props = {
  readonly workspace: Workspace
  /** The change of this setting that waits for a second admin. */
  readonly pending: Change | undefined
}

/** Whether an admin alone may approve what nobody can decide in time. */
export const GlassSection = ({ workspace, pending }: Props) => {
  const text = glassTexts.use()
  const [isAsking, setAsking] = useState(false)
  const isOn = workspace.breakGlass
  const isBlocked = pending !== undefined
  return (
    <div className="stack">
      <p>{text.text}</p>
      <p>
        <strong>{isOn ? text.isOn : text.isOff}</strong>
      </p>
      {pending && <WaitsNotice change={pending} />}
      <div className="form-foot">
        <Button
          variant="outlined"
          aria-disabled={isBlocked}
          aria-describedby="glass-told"
          onClick={() => isBlocked || setAsking(true)}
        >
          {isOn ? text.switchOff : text.switchOn}
        </Button>
        <span id="glass-told">{workspace.peopleProtected ? text.second : text.alone}</span>
      </div>
      {isAsking && <Ask workspace={workspace} onClose={() => setAsking(false)} />}
    </div>
  )
}

type AskProps = { readonly workspace: Workspace; readonly onClose: () => void }

const Ask = ({ workspace: { id, breakGlass: isOn }, onClose }: AskProps) => {
  const text = glassTexts.use()
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
      isDangerous={!isOn}
      isPending={command.isPending}
      error={command.error}
      onSubmit={() => command.mutate({ params: { id }, body: { breakGlass: !isOn } })}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </ConfirmDialog>
  )
}
