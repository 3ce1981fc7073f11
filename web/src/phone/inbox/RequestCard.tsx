import { Link } from 'react-router-dom'
import type { Request } from '#contract/requests.ts'
import { StateChip } from '../requests/StateChip.tsx'
import { TimeLeft } from '../requests/TimeLeft.tsx'
import { requestTexts } from '../requests/request-texts.ts'
import { Typed } from '../../shared/Typed.tsx'

type Props = {
  readonly request: Request
  /** Whom it names: who asks, or who is asked. */
  readonly side: 'from' | 'to'
}

export const RequestCard = ({ request, side }: Props) => {
  const text = requestTexts.use()
  const person = side === 'from' ? request.requester : request.approver
  return (
    <li>
      <Link className="card link" to={`/requests/${request.id}`}>
        <strong>
          <Typed>{request.title ?? text.erasedText}</Typed>
        </strong>
        <span className="hint">
          {side === 'from' ? text.from : text.to}: {person ? (person.email ?? text.erased) : text.anyApprover}
        </span>
        <span className="hint">
          <Typed>{request.workspaceName ?? text.erasedText}</Typed>
        </span>
        {request.status === 'pending' ? (
          <TimeLeft expiresAt={request.expiresAt} />
        ) : (
          <StateChip request={request} />
        )}
      </Link>
    </li>
  )
}
