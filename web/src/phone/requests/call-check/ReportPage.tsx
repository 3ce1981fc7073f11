import { useEffect, useRef, useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { type Request } from '#contract/requests/requests.ts'
import { reportRequest } from '#contract/requests/decisions.ts'
import { shortId } from '#contract/requests/short-id.ts'
import { AlertIcon, CrossIcon, MailIcon } from '#shared/parts/icons.tsx'
import { ListIcon } from '#shared/parts/more-icons.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { useOnline } from '../../reads/use-online.ts'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { InboxLink } from '../../frame/InboxLink.tsx'
import { membershipIn, useMemberships } from '#shared/reads/memberships.ts'
import { useRequest, useCacheRequest } from '../reads/request-queries.ts'
import { callName } from '../../frame/call-name.ts'
import { requestTexts } from '../parts/request-texts.ts'
import { whoCalledTexts } from '../parts/who-called-texts.ts'
import { checkTexts } from './check-texts.ts'
import { DrillResult } from './DrillResult.tsx'
import { drillTexts } from './drill-texts.ts'

/** The title is what was pressed to come here. */
const useTitle = (request: Request | undefined): string => {
  const text = checkTexts.use()
  const drill = drillTexts.use()
  const { notTalking } = whoCalledTexts.use()
  const { erased } = requestTexts.use()
  const isOwn = useIsOwn(request)
  if (request?.drill) return drill.title
  if (!request || isOwn) return text.notMe
  if (request.type === 'approval') return text.suspicious
  return request.status === 'pending' ? notTalking(callName(request.requester, erased)) : text.notMe
}

/** Whether the reader made the request. */
const useIsOwn = (request: Request | undefined): boolean => {
  const { data } = useMemberships()
  const own = request && membershipIn(data?.userWorkspaces, request.workspaceId)?.participantId
  return own !== undefined && own === request?.requester.participantId
}

/** Explains what to do and what a report does before it is sent. */
export const ReportPage = () => {
  const { id = '' } = useParams()
  const query = useRequest(id)
  const title = useTitle(query.data)
  return (
    <PhoneScreen title={title} back={`/requests/${id}`}>
      <QueryView query={query}>{(request) => <Report request={request} />}</QueryView>
    </PhoneScreen>
  )
}

const Report = ({ request }: { readonly request: Request }) => {
  const { report: text } = checkTexts.use()
  const { state } = useLocation()
  const { erased } = requestTexts.use()
  const dayAndTime = useDayAndTime()
  const isOnline = useOnline()
  const isOwn = useIsOwn(request)
  const cacheRequest = useCacheRequest()
  const [isDone, setDone] = useState(false)
  const report = useCommand(reportRequest, {
    onSuccess: (reported) => {
      cacheRequest(reported)
      setDone(true)
    },
  })
  if (request.drill) return <DrillResult request={request} drill={request.drill} takesFocus />
  if (isDone)
    return <Done words={text.done[isOwn ? 'own' : request.type === 'verification' ? 'check' : 'approval']} />
  return (
    <>
      <div className="result reported report-mark">
        <div className="tick">
          <AlertIcon />
        </div>
      </div>
      <p className="details">{isOwn ? text.hangUpOwn : text.hangUp(callName(request.requester, erased))}</p>
      <section>
        <h2>{text.what}</h2>
        <ul className="card report-list">
          {request.status === 'pending' && (
            <li>
              <CrossIcon />
              {text.closed}
            </li>
          )}
          <li>
            <MailIcon />
            {text.admins}
          </li>
          <li>
            <ListIcon />
            {text.log}
          </li>
        </ul>
      </section>
      <p className="hint numbers">
        {text.request(personWords(request.requester, erased), dayAndTime(request.createdAt))},{' '}
        {shortId(request.id)}
      </p>
      <ErrorNotice error={report.error} />
      <div className="at-end form">
        <button
          type="button"
          className="button button-danger-filled"
          aria-disabled={report.isPending || !isOnline}
          onClick={() => isOnline && !report.isPending && report.mutate({ params: { id: request.id } })}
        >
          {report.isPending ? text.submitting : text.submit}
        </button>
        <Link className="button button-text" to={`/requests/${request.id}`} state={state}>
          {text.onlyDecline}
        </Link>
      </div>
    </>
  )
}

/** The largest line says what to do. */
const Done = ({ words }: { readonly words: string }) => {
  const { report: text } = checkTexts.use()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div className="result reported">
        <div className="tick">
          <AlertIcon />
        </div>
        <h2 ref={heading} tabIndex={-1}>
          {words}
        </h2>
        <p>{text.doneText}</p>
      </div>
      <InboxLink />
    </>
  )
}
