import { useState, type SubmitEvent } from 'react'
import { saveHistoryView, type HistoryView } from '#contract/workspaces/history-views.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { FormDialog } from '#shared/dialogs/FormDialog.tsx'
import { nameError } from '#shared/forms/name-rule.ts'
import { Field } from '#shared/native/Field.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { useText } from '#shared/texts/common.ts'
import type { AuditFilters } from '../filters/audit-filters.ts'
import { choiceTexts } from './choice-texts.ts'
import { named } from './views.ts'

type Props = {
  readonly workspaceId: string
  readonly filters: AuditFilters
  /** Of the views that there are. */
  readonly names: readonly string[]
  readonly onSaved: (view: HistoryView) => void
  readonly onClose: () => void
}

/** Asks for the name of a view. That of another one replaces it, and the button says so. */
export const SaveViewDialog = ({ workspaceId, filters, names, onSaved, onClose }: Props) => {
  const text = choiceTexts.use()
  const common = useText()
  const [typed, setTyped] = useState('')
  const command = useCommand(saveHistoryView, {
    onSuccess(view) {
      onClose()
      onSaved(view)
    },
  })
  const name = typed.trim()
  const error = nameError(name, common.invalid)
  const isTaken = names.some((one) => one.toLowerCase() === name.toLowerCase())
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (name !== '' && !error && !command.isPending)
      command.mutate({ params: { id: workspaceId }, body: named(name, filters) })
  }
  return (
    <FormDialog
      title={text.title}
      missing={name === '' ? text.missing : ''}
      submit={isTaken ? text.replace : common.save}
      isPending={command.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="whole-row">
        <Field
          label={text.name}
          hint={isTaken ? undefined : text.hint}
          error={error}
          dir="auto"
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p role="status" className="view-replaces">
          {isTaken ? text.replaces : ''}
        </p>
      </div>
      {command.error && <ErrorNotice error={command.error} lead={text.error} />}
    </FormDialog>
  )
}
