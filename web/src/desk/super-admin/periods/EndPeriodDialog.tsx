import { useEffect, useState } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import {
  endActivity,
  listWorkspaces,
  type ActivityPeriod,
  type ListedWorkspace,
} from '#contract/workspaces/subscription/periods.ts'
import { dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { endpointPages } from '#shared/api/api.ts'
import { formatDate } from '#shared/texts/format-time.ts'
import { FormDialog } from '#shared/dialogs/FormDialog.tsx'
import { EditConflictNotice } from '#shared/forms/EditConflictNotice.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { nameOf, termWords } from '../names.ts'
import { endSchema } from './period-form.ts'
import { superAdminTexts } from '../texts.ts'
import { periodsTexts } from './periods-texts.ts'
import { DayField, ReasonField } from './TermsFields.tsx'

type Props = {
  readonly workspace: ListedWorkspace
  /** The period when the dialog was opened. */
  readonly period: ActivityPeriod
  readonly onClose: () => void
}

/** The current period. Not taken from the list, whose filters may exclude the changed workspace. */
const usePeriodNow = ({ id }: ListedWorkspace, period: ActivityPeriod): ActivityPeriod => {
  const { data } = useInfiniteQuery(endpointPages(listWorkspaces, { query: { q: id, limit: 1 } }))
  const workspace = data?.pages[0]?.reply.find((listed) => listed.id === id)
  return workspace?.periods.find((listed) => listed.id === period.id) ?? period
}

/** Changes the last day of a period, with a reason for the customer. */
export const EndPeriodDialog = ({ workspace, period, onClose }: Props) => {
  const list = superAdminTexts.use()
  const all = periodsTexts.use()
  const text = all.end
  const common = useText()
  const language = useLanguage()
  const { id, timezone } = workspace
  const [today] = useState(() => dateIn(timezone, new Date()))
  const known = usePeriodNow(workspace, period)
  const schema = endSchema(common.invalid, all, { ...known, today })
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { endDate: period.endDate, reason: '' },
    mode: 'onTouched',
  })
  const { errors, dirtyFields } = form.formState
  // A colleague's date replaces an untouched field.
  useEffect(
    () => form.reset({ endDate: known.endDate, reason: '' }, { keepDirtyValues: true }),
    [form, known.endDate],
  )
  const command = useCommand(endActivity, {
    onSuccess: () => {
      showToast({ message: text.done, severity: 'success' })
      onClose()
    },
    onError: (error) => showError(error, text.failed),
  })
  const [endDate, reason] = useWatch({ control: form.control, name: ['endDate', 'reason'] })
  const isOther = known.endDate !== period.endDate && dirtyFields.endDate && endDate !== known.endDate
  return (
    <FormDialog
      title={<UserText words={text.title}>{nameOf(workspace, list)}</UserText>}
      missing={endDate && endDate !== known.endDate && reason.trim() ? '' : text.missing}
      submit={text.submit}
      isPending={command.isPending}
      onSubmit={form.handleSubmit((values) => {
        const body = { periodId: period.id, expectedEndDate: known.endDate, ...values }
        if (!command.isPending) command.mutate({ params: { id }, body })
      })}
      onClose={onClose}
    >
      <p className="muted">{text.text(termWords(known, language), timezone)}</p>
      <DayField
        className="whole-row"
        label={text.endDate}
        autoFocus
        error={errors.endDate?.message}
        field={form.register('endDate')}
      />
      <EditConflictNotice
        value={isOther ? formatDate(known.endDate, language) : undefined}
        onTake={() => form.setValue('endDate', known.endDate, { shouldDirty: true, shouldValidate: true })}
      />
      <ReasonField isRequired error={errors.reason?.message} field={form.register('reason')} />
      {command.error && <ErrorNotice error={command.error} lead={text.failed} />}
    </FormDialog>
  )
}
