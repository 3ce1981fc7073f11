import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invitation } from '#contract/workspaces/invitations.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { logOut } from '#shared/sign-in/log-out.ts'
import { showError } from '#shared/dialogs/toast.tsx'
import { authTexts } from '../texts.ts'
import { useAccept } from './use-accept.ts'

type Props = {
  readonly email: string
  readonly invited: string
  readonly invitationUuid: string
  readonly onSignedOut: () => void
}

/** The invited account joins with a click. Any other account can log out first. */
export const JoinSignedIn = ({ email, invited, invitationUuid, onSignedOut }: Props) => {
  const text = authTexts.use()
  const queries = useQueryClient()
  const accept = useAccept(invitationUuid)
  const join = useMutation({ mutationFn: accept, onError: (error) => showError(error) })
  const leave = useMutation({
    mutationFn: logOut,
    onSuccess: () => {
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== invitation.operation })
      onSignedOut()
    },
  })
  const isInvited = email.toLowerCase() === invited.toLowerCase()

  if (!isInvited) {
    return (
      <>
        <p>{text.invite.wrong(email, invited)}</p>
        <button type="button" className="button" onClick={() => leave.isPending || leave.mutate()}>
          {text.invite.switch}
        </button>
      </>
    )
  }
  return (
    <>
      <p>{text.invite.signedIn(email)}</p>
      {join.error && <ErrorNotice error={join.error} />}
      <button
        type="button"
        className="button"
        aria-disabled={join.isPending}
        onClick={() => join.isPending || join.mutate()}
      >
        {text.invite.accept}
      </button>
    </>
  )
}
