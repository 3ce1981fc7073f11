import { Link } from '#shared/parts/Link.tsx'
import { isFull, type Seats } from '#shared/reads/use-seats.ts'
import { inviteTexts } from './texts.ts'

/** Warns when few or no seats are left, with a link to get more. */
export const SeatsNotice = ({ seats }: { readonly seats: Seats }) => {
  const { seats: text } = inviteTexts.use()
  if (!seats?.isNearlyFull) return null
  const { total, taken } = seats
  return (
    <div className="notice warning" role="status">
      <p>
        {isFull(seats) ? text.full(total) : text.nearlyFull(taken, total)}{' '}
        <Link to="?tab=settings">{text.more}</Link>
      </p>
    </div>
  )
}
