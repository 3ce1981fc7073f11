import { useState, type SubmitEvent } from 'react'
import { changeName } from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { nameError } from '#shared/forms/name-rule.ts'
import { Field } from '#shared/native/Field.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { useText } from '#shared/texts/common.ts'
import { participantsTexts } from '../texts.ts'
import '#shared/call-back/call-back.css'

type Props = { readonly participant: Participant }

/** Shows the name of a participant and lets it be corrected. */
export const ParticipantName = ({ participant }: Props) => {
  const { name: text, erased } = participantsTexts.use()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <NameForm participant={participant} onDone={() => setOpen(false)} />
  return (
    <div className="call-back">
      <p>{participant.name ? <bdi className="person-name">{participant.name}</bdi> : text.none}</p>
      {participant.email !== null && (
        <div className="call-back-actions">
          <button
            type="button"
            className="button button-outlined"
            aria-label={text.changeOf(personWords(participant, erased))}
            onClick={() => setOpen(true)}
          >
            {text.change}
          </button>
        </div>
      )}
    </div>
  )
}

const NameForm = ({ participant, onDone }: Props & { readonly onDone: () => void }) => {
  const { name: text, erased } = participantsTexts.use()
  const common = useText()
  const [typed, setTyped] = useState(participant.name ?? '')
  const command = useCommand(changeName, { onSuccess: onDone })
  const name = typed.trim()
  const error = nameError(name, common.invalid)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name === (participant.name ?? '')) return onDone()
    if (!error && !command.isPending)
      command.mutate({ body: { participantId: participant.id, name: name || null } })
  }
  return (
    <form
      className="call-back"
      noValidate
      aria-label={text.changeOf(personWords(participant, erased))}
      onSubmit={submit}
    >
      <Field
        label={text.title}
        hint={text.hint}
        error={error}
        dir="auto"
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {command.error && <ErrorNotice error={command.error} />}
      <div className="call-back-actions">
        <button type="submit" className="button" aria-disabled={command.isPending}>
          {command.isPending ? text.saving : common.save}
        </button>
        <button type="button" className="button button-outlined" onClick={onDone}>
          {common.cancel}
        </button>
      </div>
    </form>
  )
}
