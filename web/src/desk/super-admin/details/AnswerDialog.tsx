import { useForm } from 'react-hook-form'
import { answerOffer, type ListedOffer } from '#contract/workspaces/subscription/answer-offer.ts'
import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { isApiError } from '#shared/api-error.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { FormDialog } from '#shared/dialogs/FormDialog.tsx'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { FormTextField } from '#shared/forms/FormTextField.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useText } from '#shared/texts/common.ts'
import { formatDay } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { nameOf } from '../names.ts'
import { superAdminTexts } from '../texts.ts'
import { answerTexts } from './answer-texts.ts'

type Props = {
  readonly workspace: ListedWorkspace
  readonly offer: ListedOffer
  readonly onClose: () => void
}

const MOST_NOTE = { maxLength: 500 }

/** Says that a requested offer is answered, with an optional note. */
export const AnswerDialog = ({ workspace, offer, onClose }: Props) => {
  const list = superAdminTexts.use()
  const text = answerTexts.use()
  const common = useText()
  const language = useLanguage()
  const form = useForm({ defaultValues: { note: '' } })
  const leadOf = (error: Error): string =>
    `${isApiError(error) && error.code === 'command.conflict' ? text.meanwhile : text.failed} `
  const command = useCommand(answerOffer, {
    onSuccess: () => {
      showToast({ message: text.done, severity: 'success' })
      onClose()
    },
    onError: (error) => showError(error, leadOf(error)),
  })
  const { id, timezone } = workspace
  return (
    <FormDialog
      title={<UserText words={text.title}>{nameOf(workspace, list)}</UserText>}
      missing=""
      submit={text.submit}
      isPending={command.isPending}
      onSubmit={form.handleSubmit(({ note }) => {
        const body = { offerId: offer.id, ...(note.trim() && { note }) }
        if (!command.isPending) command.mutate({ params: { id }, body })
      })}
      onClose={onClose}
    >
      <p className="muted">{text.text(offer.reference, formatDay(offer.requestedAt, language, timezone))}</p>
      <FormTextField
        className="whole-row"
        label={`${text.note} (${common.optional})`}
        autoFocus
        autoComplete="off"
        hint={text.hint}
        slotProps={{ htmlInput: MOST_NOTE }}
        field={form.register('note')}
      />
      {command.error && <ErrorNotice error={command.error} lead={leadOf(command.error)} />}
    </FormDialog>
  )
}
