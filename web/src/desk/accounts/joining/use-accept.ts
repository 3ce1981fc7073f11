import { useNavigate } from 'react-router-dom'
import { acceptInvite } from '#contract/workspaces/invitations.ts'
import { renewToken } from '#shared/api/api.ts'
import { paths, phoneStart } from '#shared/paths.ts'
import { useCommand } from '#shared/commands/use-command.ts'

/** Where whoever joins goes on: their session is one of that page. */
export const clientOf = (role: 'admin' | 'regular user') => (role === 'admin' ? 'web' : 'mobile')

/**
 * Accepts the invitation and leads on: who joined as an admin to the workspaces, others to their phone's PIN. Joining
 * as an admin raises the user's role, so the token is renewed before. Throws ApiError.
 */
export const useAccept = (invitationUuid: string): (() => Promise<void>) => {
  const navigate = useNavigate()
  const { mutateAsync } = useCommand(acceptInvite)
  return async () => {
    const { role } = await mutateAsync({ params: { id: invitationUuid } })
    if (role !== 'admin') return location.assign(phoneStart)
    await renewToken().catch((error: unknown) => console.error('The role is read at the next login', error))
    await navigate(paths.workspaces, { replace: true })
  }
}
