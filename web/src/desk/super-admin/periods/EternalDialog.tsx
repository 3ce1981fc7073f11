import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { addEternalActivity, type ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { FormDialog } from '#shared/dialogs/FormDialog.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { useText } from '#shared/texts/common.ts'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { useFormDraft } from '#shared/forms/use-draft.ts'
import { nameOf } from '../names.ts'
import { eternalBody, eternalSchema } from './period-form.ts'
import { TermsFields } from './TermsFields.tsx'
import { superAdminTexts } from '../texts.ts'
import { periodsTexts } from './periods-texts.ts'

type Props = { readonly workspace: ListedWorkspace; readonly onClose: () => void }

/** Activates a workspace for 20 years. */
export const EternalDialog = ({ workspace, onClose }: Props) => {
  const list = superAdminTexts.use()
  const all = periodsTexts.use()
  const text = all.eternal
  const common = useText()
  const { id } = workspace
  const form = useForm({
    resolver: zodResolver(eternalSchema(common.invalid, all.period.invalid)),
    defaultValues: { seats: '', reason: '' },
    mode: 'onTouched',
  })
  const { errors } = form.formState
  useFormDraft(`eternal ${id}`, form)
  const command = useCommand(addEternalActivity, {
    onSuccess: () => {
      showToast({ message: text.done, severity: 'success' })
      onClose()
    },
    onError: (error) => showError(error, `${text.failed} `),
  })
  return (
    <FormDialog
      title={<UserText words={text.title}>{nameOf(workspace, list)}</UserText>}
      missing=""
      submit={text.submit}
      isPending={command.isPending}
      onSubmit={form.handleSubmit((values) => {
        if (!command.isPending) command.mutate({ params: { id }, body: eternalBody(values) })
      })}
      onClose={onClose}
    >
      <p className="muted">{text.text}</p>
      <TermsFields register={form.register} errors={errors} />
      {command.error && <ErrorNotice error={command.error} lead={`${text.failed} `} />}
    </FormDialog>
  )
}
