import type { ListedParticipant } from '#contract/workspaces/participants.ts'
import { Link } from '#shared/parts/Link.tsx'
import { undeliveredTexts } from '../undelivered-texts.ts'

/** Says why the newest mail did not arrive, and what helps. */
export const UndeliveredNotice = ({ of: { undelivered, joinedAt } }: { readonly of: ListedParticipant }) => {
  const text = undeliveredTexts.use()
  if (!undelivered) return null
  return (
    <div className="notice warning">
      <p>{text[undelivered][joinedAt ? 'joined' : 'invited']}</p>
      {undelivered === 'no-mailbox' && (
        <p>
          <Link to="?tab=invite">{text.invite}</Link>
        </p>
      )}
    </div>
  )
}
