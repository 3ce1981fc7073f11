import { useMemo } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { lineRule, optionalTextRule } from '#shared/forms/form-rules.ts'
import { FormDialog } from '#shared/dialogs/FormDialog.tsx'
import { FormTextField } from '#shared/forms/FormTextField.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { workspacePath } from '#shared/paths.ts'
import { useText } from '#shared/texts/common.ts'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { useFormDraft } from '#shared/forms/use-draft.ts'
import { workspacesTexts } from './texts.ts'
import { UserText } from '#shared/parts/UserText.tsx'

type Props = { readonly onClose: () => void }

const createdWords = (words: (name: string) => string, name: string) => (
  <UserText words={words}>{name}</UserText>
)

/** Creates a workspace and opens it. */
export const CreateWorkspaceDialog = ({ onClose }: Props) => {
  const text = workspacesTexts.use()
  const navigate = useNavigate()
  const common = useText()
  const schema = useMemo(
    () =>
      z.object({ name: lineRule(common.invalid, 120), description: optionalTextRule(common.invalid, 1000) }),
    [common],
  )
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: '', description: '' },
    mode: 'onTouched',
  })
  const { errors, isValid } = form.formState
  useFormDraft('create-workspace', form)
  const command = useCommand(createWorkspace, {
    onSuccess: (workspace) => {
      showToast({ message: createdWords(text.created, workspace.name ?? ''), severity: 'success' })
      onClose()
      void navigate(workspacePath(workspace.id))
    },
    onError: (error) => showError(error, text.createError),
  })
  const submit = form.handleSubmit(({ name, description }) => {
    if (command.isPending) return
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    command.mutate({ body: { name, timezone: timeZone, ...(description ? { description } : {}) } })
  })

  return (
    <FormDialog
      title={text.create}
      missing={isValid ? '' : text.notValidYet}
      submit={text.submit}
      isPending={command.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormTextField
        className="whole-row"
        label={text.name}
        required
        autoFocus
        autoComplete="off"
        error={errors.name?.message}
        field={form.register('name')}
      />
      <FormTextField
        className="whole-row"
        label={`${text.description} (${common.optional})`}
        multiline
        minRows={3}
        error={errors.description?.message}
        field={form.register('description')}
      />
      {command.error && <ErrorNotice error={command.error} lead={text.createError} />}
    </FormDialog>
  )
}
