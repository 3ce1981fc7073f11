import type { ReactNode } from 'react'
import type { Request } from '#contract/requests.ts'
import { useDayAndTime } from '../frame/use-time-format.ts'
import { TimeLeft } from './TimeLeft.tsx'
import { requestTexts } from './request-texts.ts'
import { shortId } from '#contract/short-id.ts'
import { Typed } from '../../shared/Typed.tsx'

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** What a request says, all that a signature will cover. */
export const RequestFacts = ({ request }: { request: Request }) => {
  const text = requestTexts.use()
  const dayAndTime = useDayAndTime()
  const details = request.title === null ? text.erasedText : request.details || text.noDetails
  return (
    <dl className="facts card">
      <Row name={text.from}>{request.requester.email ?? text.erased}</Row>
      <Row name={text.to}>
        {request.approver ? (request.approver.email ?? text.erased) : text.anyApprover}
      </Row>
      <Row name={text.workspace}>
        <Typed>{request.workspaceName ?? text.erasedText}</Typed>
      </Row>
      <Row name={text.details}>
        <bdi className="lines">{details}</bdi>
      </Row>
      <Row name={text.createdAt}>
        <time dateTime={request.createdAt}>{dayAndTime(request.createdAt)}</time>
      </Row>
      <Row name={text.expiresAt}>
        {dayAndTime(request.expiresAt)}
        {request.status === 'pending' && (
          <>
            {' '}
            (<TimeLeft expiresAt={request.expiresAt} />)
          </>
        )}
      </Row>
      <Row name={text.shortId}>{shortId(request.id)}</Row>
    </dl>
  )
}
