import { useMemo, useState, type ReactNode } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { waitingChange } from '#contract/workspaces/change.ts'
import { inviteParticipant } from '#contract/workspaces/invitations.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { sayWaits } from '#shared/changes/say-waits.ts'
import { WaitsNotice } from '#shared/changes/WaitsNotice.tsx'
import { FormTextField } from '#shared/forms/FormTextField.tsx'
import { ErrorNotice, Notice } from '#shared/native/Notice.tsx'
import { useText } from '#shared/texts/common.ts'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { grantRuleTexts } from '#shared/forms/grant-rule-texts.ts'
import { useFormDraft } from '#shared/forms/use-draft.ts'
import { isFull, useSeats } from '#shared/reads/use-seats.ts'
import { GrantFields } from './GrantFields.tsx'
import { emptyInvite, inviteBody, inviteSchema } from './invite-form.ts'
import { keepGrant, lastGrant } from './last-grant.ts'
import { SeatsNotice } from './SeatsNotice.tsx'
import { inviteTexts } from './texts.ts'

type Props = {
  readonly workspace: Workspace
  /** Opens the form for several people. */
  readonly others: ReactNode
}

/** Invites one person. */
export const InviteOne = ({ workspace, others }: Props) => {
  const text = inviteTexts.use()
  const seats = useSeats(workspace.id)
  const common = useText()
  const ofGrant = grantRuleTexts.use()
  const schema = useMemo(() => inviteSchema({ ...common.invalid, ...ofGrant }), [common, ofGrant])
  const [before] = useState(() => ({ ...emptyInvite, ...lastGrant(workspace.id) }))
  const form = useForm({ resolver: zodResolver(schema), defaultValues: before })
  const { errors } = form.formState
  useFormDraft(`invite ${workspace.id}`, form)
  const command = useCommand(inviteParticipant, {
    onSuccess: (reply, { body }) => {
      if (!sayWaits(reply)) showToast({ message: text.sent(body.email), severity: 'success' })
      keepGrant(workspace.id, body)
      // In this order, because `reset` forgets the elements of the fields.
      form.setFocus('email')
      form.reset({ ...emptyInvite, ...lastGrant(workspace.id) })
    },
    onError: (error) => showError(error),
  })
  const isPossible = workspace.isActive && !isFull(seats)
  const isBlocked = command.isPending || !isPossible
  const submit = form.handleSubmit((values) => {
    if (!isBlocked) command.mutate({ params: { id: workspace.id }, body: inviteBody(values) })
  })

  return (
    <form className="form card panel workspace-form" noValidate onSubmit={(event) => void submit(event)}>
      <div className="panel-head">
        <h2>{text.title}</h2>
        {others}
      </div>
      <SeatsNotice seats={seats} />
      <FormTextField
        label={common.email}
        type="email"
        required
        autoComplete="off"
        error={errors.email?.message}
        field={form.register('email')}
      />
      <FormTextField
        label={text.name}
        hint={text.nameHint}
        autoComplete="off"
        error={errors.name?.message}
        field={form.register('name')}
      />
      <GrantFields
        role={form.register('role')}
        approver={form.register('approver')}
        requester={form.register('requester', { deps: 'approver' })}
        roleError={errors.role?.message}
        rightsError={errors.approver?.message}
      />
      {command.error && <ErrorNotice error={command.error} />}
      {command.isSuccess && <Sent reply={command.data} email={command.variables.body.email} />}
      <p id="invite-reason" className="muted">
        {isPossible ? text.mail : workspace.isActive ? text.seats.none : text.inactive}
      </p>
      <div>
        <Button type="submit" variant="contained" aria-disabled={isBlocked} aria-describedby="invite-reason">
          {text.submit}
        </Button>
      </div>
    </form>
  )
}

/** That the invitation was sent, or that it waits for a second admin. */
const Sent = ({ reply, email }: { readonly reply: unknown; readonly email: string }) => {
  const text = inviteTexts.use()
  const waiting = waitingChange(reply)
  if (waiting) return <WaitsNotice change={waiting} />
  return (
    <Notice>
      <p>{text.sent(email)}</p>
    </Notice>
  )
}
