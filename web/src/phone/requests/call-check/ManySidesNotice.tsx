import { MANY_SIDES } from '#contract/requests/alerts.ts'
import type { Request } from '#contract/requests/requests.ts'
import { useInbox } from '../reads/request-queries.ts'
import { manySidesTexts } from './many-sides-texts.ts'

/** Whether several colleagues of one workspace check a call with the user, whom they name, at once. */
const isFromManySides = (waiting: readonly Request[]): boolean => {
  const checks = waiting.filter(({ type, approver }) => type === 'verification' && approver !== null)
  return checks.some(
    ({ workspaceId }) =>
      new Set(
        checks.filter((one) => one.workspaceId === workspaceId).map((one) => one.requester.participantId),
      ).size >= MANY_SIDES,
  )
}

/** Warns the person in whose name somebody may be calling around, while the checks are open. */
export const ManySidesNotice = () => {
  const text = manySidesTexts.use()
  const { data } = useInbox()
  if (!data || !isFromManySides(data.pages.flatMap(({ reply }) => reply))) return null
  return (
    <div className="notice error" role="alert">
      <p>
        <strong>{text.title}</strong>
      </p>
      <p>{text.what}</p>
    </div>
  )
}
