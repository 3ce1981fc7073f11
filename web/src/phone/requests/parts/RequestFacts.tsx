import type { ReactNode } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { FileList } from '#shared/files/FileList.tsx'
import { FilledFields } from '#shared/kinds/FilledFields.tsx'
import { filesBeside, type OfKind } from '#shared/kinds/filled-field.ts'
import { KindWords } from '#shared/kinds/KindWords.tsx'
import { RunFacts } from '#shared/payment-runs/RunFacts.tsx'
import { AlikeTag } from '#shared/parts/AlikeTag.tsx'
import { ClockIcon } from '#shared/parts/icons.tsx'
import { Initials } from '#shared/parts/Initials.tsx'
import { RuleProgress } from '#shared/kinds/RuleProgress.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { TimeLeft } from './TimeLeft.tsx'
import { requestTexts } from './request-texts.ts'
import { shortId } from '#contract/requests/short-id.ts'
import { UserText } from '#shared/parts/UserText.tsx'

type RowProps = { readonly name: string; readonly icon: ReactNode; readonly children: ReactNode }

const Row = ({ name, icon, children }: RowProps) => (
  <div>
    <dt className="visually-hidden">{name}</dt>
    <dd className="person">
      {icon}
      <div>{children}</div>
    </dd>
  </div>
)

const hasFields = ({ fields = [] }: OfKind): boolean => fields.length > 0

type KindProps = { readonly request: OfKind; readonly timeOf: (iso: string) => string }

/** The name of its kind, and its fields in a card. */
const OfItsKind = ({ request, timeOf }: KindProps) => (
  <>
    {request.kind && (
      <p className="kind-name">
        <KindWords request={{ kind: request.kind }} />
      </p>
    )}
    {hasFields(request) && (
      <div className="card filled-card">
        <FilledFields request={request} timeOf={timeOf} />
      </div>
    )}
  </>
)

/** Everything below the title that a signature covers: details, requester and, as long as it is open, expiry. */
export const RequestFacts = ({ request }: { request: Request }) => {
  const text = requestTexts.use()
  const dayAndTime = useDayAndTime()
  const details = request.title === null ? text.erasedText : request.details || text.noDetails
  return (
    <>
      <OfItsKind request={request} timeOf={dayAndTime} />
      {((request.type === 'approval' && !hasFields(request)) || request.details) && (
        <p className={request.details ? 'details' : 'details muted'}>
          <bdi className="lines">{details}</bdi>
        </p>
      )}
      <FileList files={filesBeside(request)} />
      <RunFacts files={request.files} timeOf={dayAndTime} />
      <RuleProgress request={request} timeOf={dayAndTime} />
      <dl className="facts card">
        <Row name={text.from} icon={<Initials {...request.requester} size="l" />}>
          <strong>
            <PersonText of={request.requester} erased={text.erased} />
          </strong>
          {request.requester.alike && (
            <p>
              <AlikeTag of={request.requester} />
            </p>
          )}
          <p className="hint numbers">
            {text.createdAt} <time dateTime={request.createdAt}>{dayAndTime(request.createdAt)}</time>
          </p>
        </Row>
        {request.status === 'pending' && (
          <Row
            name={text.expiresAt}
            icon={
              <span className="initials initials-off initials-l">
                <ClockIcon />
              </span>
            }
          >
            <TimeLeft expiresAt={request.expiresAt} />
            <p className="hint numbers">
              {text.expiresAt} {dayAndTime(request.expiresAt)}
            </p>
          </Row>
        )}
      </dl>
      <p className="hint origin numbers">
        <UserText>{request.workspaceName ?? text.erasedText}</UserText> · {text.to}{' '}
        {request.approver ? (
          <PersonText of={request.approver} erased={text.erased} />
        ) : request.needs ? (
          text.byRule
        ) : (
          text.anyApprover
        )}{' '}
        · <span className="visually-hidden">{text.shortId} </span>
        {shortId(request.id)}
      </p>
    </>
  )
}
