import { useEffect, useState } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { changeNote, MAX_NOTE, type Note } from '#contract/workspaces/operator/notes.ts'
import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { FormDialog } from '#shared/dialogs/FormDialog.tsx'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { EditConflictNotice } from '#shared/forms/EditConflictNotice.tsx'
import { optionalTextRule } from '#shared/forms/form-rules.ts'
import { FormTextField } from '#shared/forms/FormTextField.tsx'
import { useFormDraft } from '#shared/forms/use-draft.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useText } from '#shared/texts/common.ts'
import { nameOf } from '../names.ts'
import { superAdminTexts } from '../texts.ts'
import { noteTexts } from './note-texts.ts'

type Props = {
  readonly workspace: ListedWorkspace
  /** As it stands now. */
  readonly note: Note
  readonly onClose: () => void
}

/** Changes the note. What a colleague has written meanwhile stands beside what is typed, and is replaced only once it was shown. */
export const NoteDialog = ({ workspace, note, onClose }: Props) => {
  const list = superAdminTexts.use()
  const text = noteTexts.use()
  const common = useText()
  const { id } = workspace
  const [opened] = useState(note)
  const form = useForm({
    resolver: zodResolver(z.object({ text: optionalTextRule(common.invalid, MAX_NOTE) })),
    defaultValues: { text: opened.text },
    mode: 'onTouched',
  })
  useFormDraft(`note ${id} ${opened.version}`, form)
  const { errors, dirtyFields } = form.formState
  // A colleague's text replaces an untouched field.
  useEffect(() => form.reset({ text: note.text }, { keepDirtyValues: true }), [form, note.text])
  const command = useCommand(changeNote, {
    onSuccess: () => {
      showToast({ message: text.done, severity: 'success' })
      onClose()
    },
    onError: (error) => showError(error, `${text.failed} `),
  })
  const typed = useWatch({ control: form.control, name: 'text' })
  const isOther = note.version !== opened.version && dirtyFields.text && typed !== note.text
  return (
    <FormDialog
      title={<UserText words={text.question}>{nameOf(workspace, list)}</UserText>}
      missing={typed.trim() === note.text ? text.missing : ''}
      submit={text.submit}
      isPending={command.isPending}
      onSubmit={form.handleSubmit((values) => {
        if (typed.trim() === note.text || command.isPending) return
        command.mutate({ params: { id }, body: { ...values, version: note.version } })
      })}
      onClose={onClose}
    >
      <p className="muted">{text.text}</p>
      <FormTextField
        className="whole-row"
        label={text.title}
        multiline
        minRows={4}
        maxRows={12}
        autoFocus
        hint={text.hint}
        error={errors.text?.message}
        field={form.register('text')}
      />
      <EditConflictNotice
        value={isOther ? note.text : undefined}
        onTake={() => form.setValue('text', note.text, { shouldDirty: true, shouldValidate: true })}
      />
      {command.error && <ErrorNotice error={command.error} lead={`${text.failed} `} />}
    </FormDialog>
  )
}
