import type { Change } from '#contract/workspaces/change.ts'
import { Link } from '../parts/Link.tsx'
import { UserText } from '../parts/UserText.tsx'
import { changeHere } from './WaitsNotice.tsx'
import { waitsTexts } from './waits-texts.ts'
import './changes.css'

/** Addresses that are named. The others are counted. */
const NAMED = 5

type Props = { readonly pending: readonly Change[] }

/** On the desk: the invitations that wait for a second admin. They are in no list of people yet. */
export const WaitingInvitations = ({ pending }: Props) => {
  const text = waitsTexts.use()
  const invitations = pending.filter(({ action }) => action === 'participant.invited')
  if (invitations.length === 0) return null
  const more = invitations.length - NAMED
  return (
    <div className="notice info">
      <p>{text.invitations(invitations.length)}</p>
      <ul className="waiting-invitations">
        {invitations.slice(0, NAMED).map(({ id, target: { label } }) => (
          <li key={id}>
            <Link to={changeHere(id)}>
              <UserText>{label ?? '–'}</UserText>
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link to="?tab=changes">{text.more(more)}</Link>
          </li>
        )}
      </ul>
    </div>
  )
}
