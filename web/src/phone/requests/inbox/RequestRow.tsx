import type { Request } from '#contract/requests/requests.ts'
import { CallIcon, NextIcon } from '#shared/parts/icons.tsx'
import { listTexts } from './list-texts.ts'
import { KindLine } from '../kinds/KindLine.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { requestTexts } from '../parts/request-texts.ts'
import { StateLabel } from '../parts/StateLabel.tsx'
import { useListState } from '../reads/back-to-list.ts'

type Props = {
  readonly request: Request
  /** Which person the row names: the requester (`from`) or the approver (`to`). */
  readonly side: 'from' | 'to'
  /** The formatted creation time. */
  readonly time: string
}

/** A request in a list, with its state and one person. */
export const RequestRow = ({ request, side, time }: Props) => {
  const state = useListState()
  const text = requestTexts.use()
  const list = listTexts.use()
  const person = side === 'from' ? request.requester : (request.decidedBy ?? request.approver)
  return (
    <li>
      <Link to={`/requests/${request.id}`} state={state}>
        <strong className="one-line">
          {request.type === 'verification' && (
            <>
              <CallIcon />
              <span className="visually-hidden">{list.check}: </span>
            </>
          )}
          <UserText>{request.title ?? text.erasedText}</UserText>
        </strong>
        <NextIcon />
        <KindLine request={request} />
        <span className="hint row-end">
          <StateLabel request={request} />
          <span className="row-person">
            {person ? (
              <PersonText of={person} erased={text.erased} />
            ) : request.needs ? (
              list.byRule
            ) : (
              text.anyApprover
            )}
          </span>
          <time className="numbers" dateTime={request.createdAt}>
            {time}
          </time>
        </span>
      </Link>
    </li>
  )
}
