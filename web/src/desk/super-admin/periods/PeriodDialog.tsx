import { useState } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { addActivity, type ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { FormDialog } from '#shared/dialogs/FormDialog.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { useText } from '#shared/texts/common.ts'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { useFormDraft } from '#shared/forms/use-draft.ts'
import { nameOf } from '../names.ts'
import { periodBody, periodSchema } from './period-form.ts'
import { DayField, TermsFields } from './TermsFields.tsx'
import { superAdminTexts } from '../texts.ts'
import { periodsTexts } from './periods-texts.ts'

type Props = { readonly workspace: ListedWorkspace; readonly onClose: () => void }

/** Adds an activity period to a workspace. */
export const PeriodDialog = ({ workspace, onClose }: Props) => {
  const list = superAdminTexts.use()
  const all = periodsTexts.use()
  const text = all.period
  const common = useText()
  const { id, timezone } = workspace
  const [today] = useState(() => dateIn(timezone, new Date()))
  const schema = periodSchema(common.invalid, text.invalid, today)
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { startDate: today, endDate: '', seats: '', reason: '' },
    mode: 'onTouched',
  })
  const { errors } = form.formState
  useFormDraft(`period ${id}`, form)
  const command = useCommand(addActivity, {
    onSuccess: () => {
      showToast({ message: text.done, severity: 'success' })
      onClose()
    },
    onError: (error) => showError(error, `${text.failed}: `),
  })
  const [startDate, endDate] = useWatch({ control: form.control, name: ['startDate', 'endDate'] })
  return (
    <FormDialog
      title={<UserText words={text.title}>{nameOf(workspace, list)}</UserText>}
      missing={startDate && endDate ? '' : text.invalid.missing}
      submit={text.submit}
      isPending={command.isPending}
      onSubmit={form.handleSubmit((values) => {
        if (!command.isPending) command.mutate({ params: { id }, body: periodBody(values, id) })
      })}
      onClose={onClose}
    >
      <p className="muted">{text.text(timezone)}</p>
      <DayField
        label={text.startDate}
        error={errors.startDate?.message}
        field={form.register('startDate', { deps: 'endDate' })}
      />
      <DayField
        label={text.endDate}
        autoFocus
        error={errors.endDate?.message}
        field={form.register('endDate')}
      />
      <TermsFields register={form.register} errors={errors} />
      {command.error && <ErrorNotice error={command.error} lead={`${text.failed}: `} />}
    </FormDialog>
  )
}
