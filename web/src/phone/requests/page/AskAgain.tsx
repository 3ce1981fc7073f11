import type { Request } from '#contract/requests/requests.ts'
import { Link } from '#shared/parts/Link.tsx'
import { requestTexts } from '../parts/request-texts.ts'

/**
 * Lets the requester of an approval that got no yes ask again: opens the form for a new request with what this one says. While it waits,
 * the new one takes its place once it is sent.
 */
export const AskAgain = ({ request, isRequester }: { request: Request; isRequester: boolean }) => {
  const text = requestTexts.use()
  const { id, workspaceId, type, status, title } = request
  if (!isRequester || type !== 'approval' || status === 'approved' || title === null) return null
  return (
    <Link
      className={status === 'pending' ? 'button button-outlined' : 'button'}
      to={`/new?${new URLSearchParams({ in: workspaceId, again: id })}`}
    >
      {text.askAgain}
    </Link>
  )
}
