import { useNavigate } from 'react-router-dom'
import { acceptInvite } from '#contract/workspaces.ts'
import { renewToken } from '../../shared/api.ts'
import { paths } from '../../shared/paths.ts'
import { readRole } from '../../shared/session.ts'
import { useCommand } from '../../shared/use-command.ts'

/**
 * Accepts the invitation and leads on: admins to their workspaces, others to the phone page. The token is renewed
 * in between, because accepting as an admin raises the user's role. Throws ApiError.
 */
export const useAccept = (invitationUuid: string): (() => Promise<void>) => {
  const navigate = useNavigate()
  const { mutateAsync } = useCommand(acceptInvite)
  return async () => {
    await mutateAsync({ params: { id: invitationUuid } })
    await renewToken().catch((error: unknown) => console.error('The role is read at the next login', error))
    if (readRole() === 'admin') await navigate(paths.workspaces, { replace: true })
    else location.assign(paths.phone)
  }
}
