import { useState } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { endActivity, type ActivityPeriod, type ListedWorkspace } from '#contract/periods.ts'
import { dateIn } from '#contract/subscription.ts'
import { FormDialog } from '../../shared/FormDialog.tsx'
import { FormTextField } from '../../shared/FormTextField.tsx'
import { ErrorNotice } from '../../shared/plain/Notice.tsx'
import { useText } from '../../shared/texts/common.ts'
import { useLanguage } from '../../shared/texts/language.ts'
import { showError, showToast } from '../../shared/toast.tsx'
import { Typed } from '../../shared/Typed.tsx'
import { useCommand } from '../../shared/use-command.ts'
import { nameOf, termWords } from './names.ts'
import { DAY_INPUT } from './PeriodDialog.tsx'
import { endSchema } from './period-form.ts'
import { superAdminTexts } from './texts.ts'

type Props = {
  readonly workspace: ListedWorkspace
  readonly period: ActivityPeriod
  readonly onClose: () => void
}

/** Lets a period end on another day, and says why to those whom it is about. */
export const EndPeriodDialog = ({ workspace, period, onClose }: Props) => {
  const all = superAdminTexts.use()
  const text = all.end
  const common = useText()
  const language = useLanguage()
  const { id, timezone } = workspace
  const [today] = useState(() => dateIn(timezone, new Date()))
  const schema = endSchema(common.invalid, all, { ...period, today })
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { endDate: period.endDate, reason: '' },
    mode: 'onTouched',
  })
  const { errors } = form.formState
  const command = useCommand(endActivity, {
    onSuccess: () => {
      showToast({ message: text.done, severity: 'success' })
      onClose()
    },
    onError: (error) => showError(error, text.failed),
  })
  const [endDate, reason] = useWatch({ control: form.control, name: ['endDate', 'reason'] })
  return (
    <FormDialog
      title={<Typed words={text.title}>{nameOf(workspace, all)}</Typed>}
      missing={endDate && endDate !== period.endDate && reason.trim() ? '' : text.missing}
      submit={text.submit}
      isPending={command.isPending}
      onSubmit={form.handleSubmit((values) => {
        if (!command.isPending) command.mutate({ params: { id }, body: { periodId: period.id, ...values } })
      })}
      onClose={onClose}
    >
      <p className="muted">{text.text(termWords(period, language), timezone)}</p>
      <FormTextField
        className="whole-row"
        type="date"
        label={text.endDate}
        required
        autoFocus
        slotProps={DAY_INPUT}
        error={errors.endDate?.message}
        field={form.register('endDate')}
      />
      <FormTextField
        className="whole-row"
        label={all.period.reason}
        required
        autoComplete="off"
        hint={all.period.reasonHint}
        error={errors.reason?.message}
        field={form.register('reason')}
      />
      {command.error && <ErrorNotice error={command.error} lead={text.failed} />}
    </FormDialog>
  )
}
