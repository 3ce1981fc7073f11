import { useState } from 'react'
import Button from '@mui/material/Button'
import { useForm, useWatch } from 'react-hook-form'
import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { startLift, withdrawLift } from '#contract/workspaces/protection-lift.ts'
import { FormDialog } from '#shared/dialogs/FormDialog.tsx'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { FormTextField } from '#shared/forms/FormTextField.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { formatMinute } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { nameOf } from '../names.ts'
import { superAdminTexts } from '../texts.ts'
import { liftSectionTexts } from './lift-section-texts.ts'

type Props = { readonly workspace: ListedWorkspace }

/** Of a workspace that protects its people: lifts the protection, or withdraws that while it waits. */
export const LiftSection = ({ workspace }: Props) => {
  const text = liftSectionTexts.use()
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const { id, timezone, protectionLift } = workspace
  const command = useCommand(withdrawLift, {
    onSuccess: () => showToast({ message: text.withdrawn, severity: 'success' }),
    onError: (error) => showError(error, `${text.notWithdrawn} `),
  })
  return (
    <section>
      <h3>{text.title}</h3>
      {protectionLift ? (
        <>
          <p>{text.waits(formatMinute(protectionLift.endsAt, language, timezone))}</p>
          {protectionLift.reason !== null && (
            <p className="meta">
              {text.reason}: <UserText>{protectionLift.reason}</UserText>
            </p>
          )}
        </>
      ) : (
        <p className="muted">{text.on}</p>
      )}
      <div className="drawer-actions">
        {protectionLift ? (
          <Button
            variant="outlined"
            aria-disabled={command.isPending}
            onClick={() => command.isPending || command.mutate({ params: { id } })}
          >
            {text.withdraw}
          </Button>
        ) : (
          <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
            {text.start}
          </Button>
        )}
      </div>
      {isAsking && <LiftDialog workspace={workspace} onClose={() => setAsking(false)} />}
    </section>
  )
}

const MOST_REASON = { maxLength: 500 }

const LiftDialog = ({ workspace, onClose }: Props & { readonly onClose: () => void }) => {
  const list = superAdminTexts.use()
  const text = liftSectionTexts.use()
  const language = useLanguage()
  const { id, timezone } = workspace
  const form = useForm({ defaultValues: { reason: '' } })
  const reason = useWatch({ control: form.control, name: 'reason' }).trim()
  const command = useCommand(startLift, {
    onSuccess: ({ protectionLift }) => {
      const time = protectionLift ? formatMinute(protectionLift.endsAt, language, timezone) : ''
      showToast({ message: text.done(time), severity: 'success' })
      onClose()
    },
    onError: (error) => showError(error, `${text.failed} `),
  })
  return (
    <FormDialog
      title={<UserText words={text.question}>{nameOf(workspace, list)}</UserText>}
      missing={reason ? '' : text.missing}
      submit={text.start}
      isPending={command.isPending}
      onSubmit={form.handleSubmit(() => {
        if (reason && !command.isPending) command.mutate({ params: { id }, body: { reason } })
      })}
      onClose={onClose}
    >
      <p className="muted">{text.text}</p>
      <FormTextField
        className="whole-row"
        label={text.reason}
        required
        autoFocus
        autoComplete="off"
        hint={text.hint}
        slotProps={{ htmlInput: MOST_REASON }}
        field={form.register('reason')}
      />
      {command.error && <ErrorNotice error={command.error} lead={`${text.failed} `} />}
    </FormDialog>
  )
}
