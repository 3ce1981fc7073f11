import { useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { currentUser, deleteAccount } from '#contract/accounts/users.ts'
import { endpointQuery, onSessionEnd } from '#shared/api/api.ts'
import { isApiError } from '#shared/api-error.ts'
import { forgetDraftsBut } from '#shared/session/drafts.ts'
import { Link } from '#shared/parts/Link.tsx'
import { paths, workspacePath } from '#shared/paths.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { clearSession } from '#shared/session/session.ts'
import { showToast } from '#shared/dialogs/toast.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { TypedConfirmDialog } from '#shared/dialogs/TypedConfirmDialog.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { deleteAccountTexts } from './delete-account-texts.ts'

const TOLD_MS = 10_000

/** Asks before the account is deleted: says what is lost and has the user type their address. Then leaves the page. */
export const DeleteAccountDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = deleteAccountTexts.use()
  const navigate = useNavigate()
  const client = useQueryClient()
  const email = useQuery(endpointQuery(currentUser)).data?.email ?? null
  // Pending reads notice the end of the session. They must not navigate away from this page.
  const [isGoing, setGoing] = useState(false)
  useEffect(() => (isGoing ? onSessionEnd(() => {}) : undefined), [isGoing])
  const command = useCommand(deleteAccount, {
    async onSuccess() {
      clearSession()
      forgetDraftsBut(null)
      await navigate(paths.landing)
      client.clear()
      showToast({ message: text.done, severity: 'success', autoHideDuration: TOLD_MS })
    },
    onError: () => setGoing(false),
  })

  return (
    <TypedConfirmDialog
      title={text.question}
      lost={Object.values(text.lost)}
      final={text.final}
      label={text.address}
      type="email"
      isConfirmed={(typed) => email !== null && typed.trim().toLowerCase() === email.toLowerCase()}
      reason={email === null ? text.unread : <UserText words={text.notTyped}>{email}</UserText>}
      submit={text.submit}
      isPending={command.isPending}
      refusal={command.error && <Refusal error={command.error} onLeave={onClose} />}
      onSubmit={() => {
        setGoing(true)
        command.mutate({})
      }}
      onClose={onClose}
    />
  )
}

/** Links to the workspaces that need another admin first. */
const Refusal = ({ error, onLeave }: { readonly error: Error; readonly onLeave: () => void }) => {
  const text = deleteAccountTexts.use()
  const refusing = isApiError(error, 'participant.last-admin')
    ? (error.details as readonly { workspaceId: string; name: string | null }[])
    : []
  return (
    <ErrorNotice error={error} lead={text.failed}>
      {refusing.length > 0 && (
        <>
          <p>{text.refused}</p>
          <ul>
            {refusing.map(({ workspaceId, name }) => (
              <li key={workspaceId}>
                <Link to={workspacePath(workspaceId)} onClick={onLeave}>
                  <UserText>{name ?? text.nameless}</UserText>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </ErrorNotice>
  )
}
