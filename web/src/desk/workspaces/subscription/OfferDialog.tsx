import { useId, useMemo, useState } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useForm } from 'react-hook-form'
import { requestOffer } from '#contract/workspaces/subscription/offers.ts'
import { dateIn } from '#contract/workspaces/subscription/subscription.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { FormDialog } from '#shared/dialogs/FormDialog.tsx'
import { FormTextField } from '#shared/forms/FormTextField.tsx'
import { ErrorNotice, Notice } from '#shared/native/Notice.tsx'
import { useText } from '#shared/texts/common.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { useFormDraft } from '#shared/forms/use-draft.ts'
import { emptyOffer, offerBody, offerSchema, RUN_TIMES, USER_NUMBERS } from './offer-form.ts'
import { offerTexts } from './offer-texts.ts'

type Props = { readonly workspace: Workspace; readonly onClose: () => void }

const NATIVE = { select: { native: true } } as const

/** Requests an offer from the operator, and shows its reference. */
export const OfferDialog = ({ workspace, onClose }: Props) => {
  const text = offerTexts.use()
  const common = useText()
  const id = useId()
  const [today] = useState(() => dateIn(workspace.timezone, new Date()))
  const schema = useMemo(() => offerSchema(common.invalid, text.invalid, today), [common, text, today])
  const form = useForm({ resolver: zodResolver(schema), defaultValues: emptyOffer, mode: 'onTouched' })
  const { errors, isValid } = form.formState
  useFormDraft(`offer ${workspace.id}`, form)
  const command = useCommand(requestOffer)
  const submit = form.handleSubmit((values) => {
    const { id: workspaceId } = workspace
    if (!command.isPending)
      command.mutate({ params: { id: workspaceId }, body: offerBody(values, workspaceId) })
  })
  const field = (name: keyof typeof emptyOffer) => ({
    label: text[name],
    required: true,
    error: errors[name]?.message,
    field: form.register(name),
  })
  const copyTo = workspace.billingConfirmed ? workspace.billingUser : null

  if (command.isSuccess)
    return (
      <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={`${id}-title`}>
        <DialogTitle id={`${id}-title`}>{text.title}</DialogTitle>
        <DialogContent>
          <Notice>
            <p>{text.done(command.data.reference)}</p>
            <p>{copyTo === null ? text.ownCopy : <UserText words={text.copy}>{copyTo}</UserText>}</p>
          </Notice>
        </DialogContent>
        <DialogActions>
          <Button autoFocus variant="contained" onClick={onClose}>
            {common.close}
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <FormDialog
      title={text.title}
      missing={isValid ? '' : text.incomplete}
      submit={text.submit}
      isPending={command.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">{text.text}</p>
      <FormTextField {...field('firstName')} autoFocus autoComplete="given-name" />
      <FormTextField {...field('lastName')} autoComplete="family-name" />
      <FormTextField {...field('companyName')} autoComplete="organization" />
      <FormTextField {...field('street')} autoComplete="off" />
      <FormTextField {...field('houseNumber')} autoComplete="off" />
      <FormTextField
        {...field('zipCode')}
        autoComplete="postal-code"
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <FormTextField {...field('runTime')} select slotProps={NATIVE}>
        {RUN_TIMES.map((runTime) => (
          <option key={runTime} value={runTime} lang="de">
            {runTime}
          </option>
        ))}
      </FormTextField>
      <FormTextField
        {...field('usersNumber')}
        autoComplete="off"
        slotProps={{ htmlInput: { inputMode: 'numeric', list: 'numbers-of-seats' } }}
      />
      <datalist id="numbers-of-seats">
        {USER_NUMBERS.map((number) => (
          <option key={number} value={number} />
        ))}
      </datalist>
      <FormTextField {...field('startDate')} autoComplete="off" />
      {command.error && <ErrorNotice error={command.error} lead={text.failed} />}
    </FormDialog>
  )
}
