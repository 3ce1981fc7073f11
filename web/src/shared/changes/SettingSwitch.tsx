import { useId, useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import type { Body } from '#contract/endpoint.ts'
import { updateSettings } from '#contract/workspaces/workspaces.ts'
import { useCommand } from '../commands/use-command.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { sayWaits } from './say-waits.ts'

type Question = { readonly question: string; readonly text: string; readonly submit: string }

type Props = {
  readonly workspaceId: string
  readonly isOn: boolean
  readonly words: Readonly<Record<'switchOn' | 'switchOff', string>> &
    Readonly<Record<'askOn' | 'askOff', Question>>
  /** What the switch sends. */
  readonly turned: Body<typeof updateSettings>
  readonly isDangerous: boolean
  readonly isBlocked: boolean
  /** Beside the button: what it does, or why it is blocked. */
  readonly children: ReactNode
}

/** Turns a setting of a workspace on or off, after a question. A second admin may have to decide. */
export const SettingSwitch = ({ isBlocked, children, ...asked }: Props) => {
  const { isOn, words } = asked
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <div className="form-foot">
        <Button
          variant="outlined"
          aria-disabled={isBlocked}
          aria-describedby={id}
          onClick={() => isBlocked || setAsking(true)}
        >
          {isOn ? words.switchOff : words.switchOn}
        </Button>
        <span id={id} role="status">
          {children}
        </span>
      </div>
      {isAsking && <Ask {...asked} onClose={() => setAsking(false)} />}
    </>
  )
}

type AskProps = Omit<Props, 'isBlocked' | 'children'> & { readonly onClose: () => void }

const Ask = ({ workspaceId, isOn, words, turned, isDangerous, onClose }: AskProps) => {
  const command = useCommand(updateSettings, {
    onSuccess: (reply) => {
      sayWaits(reply)
      onClose()
    },
  })
  const { question, text, submit } = isOn ? words.askOff : words.askOn
  return (
    <ConfirmDialog
      title={question}
      submit={submit}
      isDangerous={isDangerous}
      isPending={command.isPending}
      error={command.error}
      onSubmit={() => command.mutate({ params: { id: workspaceId }, body: turned })}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}
