import type { Request } from '#contract/requests.ts'
import { CallIcon, NextIcon } from '../../shared/icons.tsx'
import { inboxTexts } from './inbox-texts.ts'
import { Link } from '../../shared/Link.tsx'
import { Typed } from '../../shared/Typed.tsx'
import { requestTexts } from '../requests/request-texts.ts'
import { StateWord } from '../requests/StateWord.tsx'

type Props = {
  readonly request: Request
  /** Whom it names: who asks, or who is asked. */
  readonly side: 'from' | 'to'
}

/** One of a list: the title, and below it what became of it and with whom. */
export const RequestRow = ({ request, side }: Props) => {
  const text = requestTexts.use()
  const { check } = inboxTexts.use()
  const person = side === 'from' ? request.requester : (request.decidedBy ?? request.approver)
  return (
    <li>
      <Link to={`/requests/${request.id}`}>
        <strong className="one-line">
          {request.type === 'verification' && (
            <>
              <CallIcon />
              <span className="visually-hidden">{check}: </span>
            </>
          )}
          <Typed>{request.title ?? text.erasedText}</Typed>
        </strong>
        <NextIcon />
        <span className="hint one-line">
          <StateWord request={request} />
          {person ? (person.email ?? text.erased) : text.anyApprover}
        </span>
      </Link>
    </li>
  )
}
