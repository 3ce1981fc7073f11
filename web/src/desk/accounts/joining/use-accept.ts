import { useNavigate } from 'react-router-dom'
import { acceptInvite } from '#contract/workspaces/invitations.ts'
import { renewToken } from '#shared/api/api.ts'
import { paths, phoneStart } from '#shared/paths.ts'
import { useCommand } from '#shared/commands/use-command.ts'

/** The client of the session after joining. */
export const clientOf = (role: 'admin' | 'regular user') => (role === 'admin' ? 'web' : 'mobile')

/**
 * Accepts the invitation, under a name if one is given, and navigates: admins to the workspaces, others to the PIN of their phone. Joining as an
 * admin raises the user's role, so the token is renewed first. Throws ApiError.
 */
export const useAccept = (invitationUuid: string): ((name?: string) => Promise<void>) => {
  const navigate = useNavigate()
  const { mutateAsync } = useCommand(acceptInvite)
  return async (name) => {
    const { role } = await mutateAsync({
      params: { id: invitationUuid },
      body: {
        ...(name !== undefined && { name }),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    })
    if (role !== 'admin') return location.assign(phoneStart)
    // Otherwise the next login reads the role.
    await renewToken().catch(console.error)
    await navigate(paths.workspaces, { replace: true })
  }
}
