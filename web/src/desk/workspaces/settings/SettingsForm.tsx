import { useMemo } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { getWorkspace, updateSettings, type Workspace } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { FormTextField } from '#shared/forms/FormTextField.tsx'
import { EditConflictNotice } from '#shared/forms/EditConflictNotice.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { useText } from '#shared/texts/common.ts'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { useFormDraft } from '#shared/forms/use-draft.ts'
import {
  changedSettings,
  settingsOf,
  settingsSchema,
  timeZones,
  type SettingsValues,
} from './settings-form.ts'
import { settingsTexts } from './texts.ts'
import { UnconfirmedBilling } from './UnconfirmedBilling.tsx'
import { useEditConflicts } from './use-edit-conflicts.ts'

type Props = { readonly workspace: Workspace }

export const SettingsForm = ({ workspace }: Props) => {
  const text = settingsTexts.use()
  const common = useText()
  const queries = useQueryClient()
  const hasBillingUser = workspace.billingUser !== null
  const schema = useMemo(() => settingsSchema(common.invalid, hasBillingUser), [common, hasBillingUser])
  const zones = useMemo(() => timeZones(workspace.timezone), [workspace.timezone])
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: settingsOf(workspace),
    mode: 'onTouched',
  })
  const { errors, isDirty } = form.formState
  const conflicts = useEditConflicts(workspace, form)
  useFormDraft(`settings ${workspace.id}`, form)

  const params = { id: workspace.id }
  const command = useCommand(updateSettings, {
    onSuccess: (updated) => {
      queries.setQueryData(endpointQuery(getWorkspace, { params }).queryKey, updated)
      form.reset(settingsOf(updated))
      conflicts.begin(settingsOf(updated))
      showToast({ message: text.saved, severity: 'success' })
    },
    // After an edit conflict, the stored values are read again and show beside the input.
    onError: (error) => showError(error),
  })
  const shown = conflicts.changed()
  const submit = form.handleSubmit((values) => {
    const body = changedSettings(workspace, values)
    if (body && !command.isPending) command.mutate({ params, body })
  })
  const theirs = (field: keyof SettingsValues) => (
    <EditConflictNotice value={shown[field]} onTake={() => conflicts.take(field)} />
  )

  return (
    <form className="form card panel" noValidate onSubmit={(event) => void submit(event)}>
      <h2>{text.title}</h2>
      <FormTextField
        label={text.name}
        required
        autoComplete="off"
        error={errors.name?.message}
        field={form.register('name')}
      />
      {theirs('name')}
      <FormTextField
        label={`${text.description} (${common.optional})`}
        multiline
        minRows={3}
        error={errors.description?.message}
        field={form.register('description')}
      />
      {theirs('description')}
      <FormTextField
        label={hasBillingUser ? text.billingUser : `${text.billingUser} (${common.optional})`}
        type="email"
        autoComplete="email"
        error={errors.billingUser?.message}
        hint={text.billingHint}
        field={form.register('billingUser')}
      />
      {theirs('billingUser')}
      {workspace.billingUser !== null && !workspace.billingConfirmed && (
        <UnconfirmedBilling workspaceId={workspace.id} billingUser={workspace.billingUser} />
      )}
      <FormTextField
        label={text.timezone}
        select
        slotProps={{ select: { native: true } }}
        hint={text.timezoneHint}
        field={form.register('timezone')}
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </FormTextField>
      {theirs('timezone')}
      {command.error && <ErrorNotice error={command.error} />}
      <div className="form-foot">
        <Button
          type="submit"
          variant="contained"
          aria-disabled={!isDirty || command.isPending}
          aria-describedby="settings-reason"
        >
          {common.save}
        </Button>
        <span id="settings-reason" role="status">
          {isDirty ? '' : command.isSuccess ? text.saved : text.nothing}
        </span>
      </div>
    </form>
  )
}
