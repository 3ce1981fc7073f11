import { useState } from 'react'
import DialogContent from '@mui/material/DialogContent'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { changeEnds, type ChangedEnd, type EndChange } from '#contract/workspaces/operator/several-periods.ts'
import { dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { FormDialog } from '#shared/dialogs/FormDialog.tsx'
import { showError } from '#shared/dialogs/toast.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { useText } from '#shared/texts/common.ts'
import { formatDate } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { nameOf } from '../names.ts'
import { endsSchema } from '../periods/period-form.ts'
import { periodsTexts } from '../periods/periods-texts.ts'
import { DayField, ReasonField, SeatsField } from '../periods/TermsFields.tsx'
import { superAdminTexts } from '../texts.ts'
import { severalTexts } from './texts.ts'

type Props = {
  readonly workspaces: readonly ListedWorkspace[]
  readonly change: EndChange
  readonly onDone: (results: readonly ChangedEnd[]) => void
  readonly onClose: () => void
}

/** Asks once for all, and says how many and whose activity changes. */
export const ChangeEndsDialog = ({ workspaces, change, onDone, onClose }: Props) => {
  const all = superAdminTexts.use()
  const periods = periodsTexts.use()
  const text = severalTexts.use()
  const common = useText()
  const language = useLanguage()
  const [today] = useState(() => dateIn('UTC', new Date()))
  const form = useForm({
    resolver: zodResolver(endsSchema(common.invalid, periods.period.invalid, today)),
    defaultValues: { endDate: '', seats: '', reason: '' },
    mode: 'onTouched',
  })
  const { errors } = form.formState
  const command = useCommand(changeEnds, {
    onSuccess: ({ results }) => onDone(results),
    onError: (error) => showError(error),
  })
  const [endDate, reason] = useWatch({ control: form.control, name: ['endDate', 'reason'] })
  const { question, text: says, submit } = text.changes[change]
  return (
    <FormDialog
      title={question(workspaces.length)}
      missing={endDate && reason.trim() ? '' : text.missing}
      submit={submit}
      isPending={command.isPending}
      onSubmit={form.handleSubmit(({ seats, ...values }) => {
        if (command.isPending) return
        const workspaceIds = workspaces.map(({ id }) => id)
        command.mutate({ body: { workspaceIds, change, ...values, ...(seats && { seats: Number(seats) }) } })
      })}
      onClose={onClose}
    >
      <p className="muted">{says}</p>
      <DayField
        label={text.endDate}
        autoFocus
        error={errors.endDate?.message}
        field={form.register('endDate')}
      />
      {change === 'extend' && (
        <SeatsField hint={text.seatsHint} error={errors.seats?.message} field={form.register('seats')} />
      )}
      <ReasonField isRequired error={errors.reason?.message} field={form.register('reason')} />
      <DialogContent className="selected-workspaces whole-row" tabIndex={0}>
        <ul className="several-results" aria-label={text.whose}>
          {workspaces.map((workspace) => (
            <li key={workspace.id}>
              <bdi>{nameOf(workspace, all)}</bdi>
              <span className="meta numbers">
                {workspace.isActive && workspace.endDate !== null
                  ? formatDate(workspace.endDate, language)
                  : text.never}
              </span>
            </li>
          ))}
        </ul>
      </DialogContent>
      {command.error && <ErrorNotice error={command.error} lead="" />}
    </FormDialog>
  )
}
