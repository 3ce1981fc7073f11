import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import type { Request } from '#contract/requests/requests.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { ForColleague } from '#shared/deputies/ForColleague.tsx'
import { GlassNotice, isConfirmable } from '#shared/glass/GlassNotice.tsx'
import { isApiError } from '#shared/api-error.ts'
import { OtherRequests } from '#shared/replacing/OtherRequests.tsx'
import { Initials } from '#shared/parts/Initials.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { useErrorText } from '#shared/texts/common.ts'
import { ApproverCheck } from '../call-check/ApproverCheck.tsx'
import { ManySidesNotice } from '../call-check/ManySidesNotice.tsx'
import { RequesterCheck } from '../call-check/RequesterCheck.tsx'
import { checkTexts } from '../call-check/check-texts.ts'
import { DrillResult } from '../call-check/DrillResult.tsx'
import { drillTexts } from '../call-check/drill-texts.ts'
import { ReportLink } from '../call-check/ReportLink.tsx'
import { Decision } from '../decision/Decision.tsx'
import { MuteStep } from '../decision/MuteStep.tsx'
import { decisionTexts } from '../decision/decision-texts.ts'
import { QueryView } from '../../frame/QueryView.tsx'
import { frameTexts } from '../../frame/frame-texts.ts'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { InboxLink } from '../../frame/InboxLink.tsx'
import { callName } from '../../frame/call-name.ts'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { ConfusablesNotice } from '../parts/ConfusablesNotice.tsx'
import { RequestFacts } from '../parts/RequestFacts.tsx'
import { RequestResult } from '../parts/RequestResult.tsx'
import { TimeLeft } from '../parts/TimeLeft.tsx'
import { CallBackLine } from '../parts/WeakProof.tsx'
import { WithdrawStep } from '../parts/WithdrawStep.tsx'
import { RequestTimeline } from '#shared/timeline/RequestTimeline.tsx'
import { timelineTexts } from '#shared/timeline/timeline-texts.ts'
import { membershipIn, useMemberships } from '#shared/reads/memberships.ts'
import { typedIn } from '#shared/kinds/filled-field.ts'
import { useRequest, useCacheRequest } from '../reads/request-queries.ts'
import { requestTexts } from '../parts/request-texts.ts'
import { roleIn, type Role } from '../parts/request-role.ts'
import { useRefetchAtExpiry } from '../reads/use-refetch-at-expiry.ts'
import { useBackPath } from '../reads/back-to-list.ts'
import { AskAgain } from './AskAgain.tsx'

const BreakGlass = lazy(async () => ({ default: (await import('../glass/GlassActions.tsx')).BreakGlass }))
const ConfirmGlass = lazy(async () => ({ default: (await import('../glass/GlassActions.tsx')).ConfirmGlass }))

const DownloadBeleg = lazy(async () => ({
  default: (await import('#shared/beleg/DownloadBeleg.tsx')).DownloadBeleg,
}))

export const RequestPage = () => {
  const { id = '' } = useParams()
  const query = useRequest(id)
  const part = useRequestRole(query.data)
  const title = useTitle(query.data, part)
  const list = useBackPath()
  useRefetchAtExpiry(query)
  const check = isOpenCheck(query.data) ? query.data : undefined
  const isAsked = check && part === 'approver'
  return (
    <PhoneScreen
      key={id}
      title={title}
      back={list}
      aside={isAsked && <TimeLeft expiresAt={check.expiresAt} isTag />}
      mark={isAsked && <Initials {...check.requester} size="l" />}
    >
      {isNotFound(query.error) ? (
        <NotFound error={query.error} />
      ) : (
        <QueryView query={query}>{(request) => <RequestContent request={request} />}</QueryView>
      )}
    </PhoneScreen>
  )
}

const isOpenCheck = (request: Request | undefined): boolean =>
  request?.type === 'verification' && request.status === 'pending'

/** Returns the user's role in the request, or undefined while it is unknown. */
const useRequestRole = (request: Request | undefined): Role | undefined => {
  const { data } = useMemberships()
  if (!request || !data) return undefined
  return roleIn(request, membershipIn(data.userWorkspaces, request.workspaceId))
}

/** An open call check shows each side what to do. Everything else shows its title. */
const useTitle = (request: Request | undefined, part: Role | undefined): string => {
  const text = requestTexts.use()
  const check = checkTexts.use()
  const drill = drillTexts.use()
  if (!request) return text.request
  if (isOpenCheck(request) && part === 'requester') return check.readOut
  if (isOpenCheck(request) && part === 'approver')
    return check.talking(callName(request.requester, text.erased))
  if (request.drill) return drill.title
  // What an attacker had somebody write is not the largest line of how it ended.
  if (request.type === 'verification' && request.status !== 'pending') return check.title
  return request.title ?? text.erasedText
}

/** The request does not exist or its link is incomplete, so a retry would not help. */
const isNotFound = (error: unknown): boolean =>
  isApiError(error, 'request.not-found') || isApiError(error, 'input.invalid')

const NotFound = ({ error }: { error: unknown }) => {
  const errorText = useErrorText()
  const { notFoundText } = frameTexts.use()
  return (
    <>
      <p role="alert">{isApiError(error, 'input.invalid') ? notFoundText : errorText(error)}</p>
      <InboxLink />
    </>
  )
}

/** What happened, and whom to call, when a check ended as an attack does. */
const AfterAttack = ({ request: { type, closedReason, callBackNumber } }: { request: Request }) => {
  const { attacks, alerted } = checkTexts.use()
  const words: Partial<Record<string, string>> = attacks
  const what = words[closedReason ?? '']
  if (type !== 'verification' || what === undefined) return null
  return (
    <div className="notice error">
      <p>
        {what} {alerted}
      </p>
      <CallBackLine number={callBackNumber} />
    </div>
  )
}

type OutcomeProps = { readonly request: Request; readonly isTooLate: boolean; readonly takesFocus: boolean }

/** The result of a request and, after a late decision, a note that somebody else was faster. */
const Outcome = ({ request, isTooLate, takesFocus }: OutcomeProps) => {
  const closedText = decisionTexts.use().closed
  const timeOf = useDayAndTime()
  const { data } = useMemberships()
  const own = membershipIn(data?.userWorkspaces, request.workspaceId)?.participantId
  const { decidedBy } = request
  return (
    <>
      {isTooLate && decidedBy && decidedBy.participantId !== own && (
        <p className="notice info">{closedText}</p>
      )}
      <RequestResult request={request} takesFocus={takesFocus} own={own} />
      <GlassNotice glass={request.brokenGlass} timeOf={timeOf} />
      <AfterAttack request={request} />
    </>
  )
}

const RequestContent = ({ request }: { request: Request }) => {
  const [wasPending] = useState(request.status === 'pending')
  const { drill } = request
  if (drill) return <DrillResult request={request} drill={drill} takesFocus={wasPending} />
  return <RealRequest request={request} />
}

const linkTo = (id: string, words: ReactNode) => <Link to={`/requests/${id}`}>{words}</Link>

const RealRequest = ({ request }: { request: Request }) => {
  const cacheRequest = useCacheRequest()
  const [isTooLate, setTooLate] = useState(false)
  const part = useRequestRole(request)
  const isPending = request.status === 'pending'
  const [wasPending] = useState(isPending)

  const onClosed = () => setTooLate(true)
  return (
    <>
      <div role="status">
        {!isPending && <Outcome request={request} isTooLate={isTooLate} takesFocus={wasPending} />}
      </div>
      {(!isOpenCheck(request) || part === 'viewer') && (
        <>
          <ConfusablesNotice
            texts={[
              request.title,
              request.details,
              request.workspaceName,
              request.declineReason ?? null,
              ...typedIn(request),
            ]}
          />
          <ForColleague of={request.standsInFor} says="youDecide" className="notice info" />
          <OtherRequests request={request} link={linkTo} />
          <RequestFacts request={request} />
        </>
      )}
      <AskAgain request={request} isRequester={part === 'requester'} />
      {!isPending && <InboxLink />}
      {part === 'approver' && !isOpenCheck(request) && <ReportLink request={request} isRequester={false} />}
      <MuteStep request={request} isApprover={part === 'approver'} onChanged={cacheRequest} />
      <Confirmation request={request} onChanged={cacheRequest} />
      <Way request={request} />
      {isOpenCheck(request) && part === 'approver' && <ManySidesNotice />}
      {isPending && <Actions request={request} onDecided={cacheRequest} onClosed={onClosed} />}
      {part === 'requester' && <ReportLink request={request} isRequester />}
      <Proof request={request} />
    </>
  )
}

/** Once it has ended. */
const Proof = ({ request: { id, status } }: { readonly request: Request }) =>
  status !== 'pending' && (
    <Suspense>
      <DownloadBeleg of="request" id={id} />
    </Suspense>
  )

/** What happened to it. Not known without a network, nor while a call check is open. */
const Way = ({ request }: { readonly request: Request }) => {
  const text = timelineTexts.use()
  const timeOf = useDayAndTime()
  if (request.timeline === undefined) return null
  return (
    <details>
      <summary className="button button-outlined">{text.title}</summary>
      <RequestTimeline request={request} timeOf={timeOf} />
    </details>
  )
}

type ConfirmationProps = { readonly request: Request; readonly onChanged: (request: Request) => void }

/** For a second person: an admin or approver who neither broke the glass nor asked. */
const Confirmation = ({ request, onChanged }: ConfirmationProps) => {
  const { data } = useMemberships()
  const [now] = useState(Date.now)
  const glass = request.brokenGlass
  const member = membershipIn(data?.userWorkspaces, request.workspaceId)
  if (!glass || !member?.active || !isConfirmable(glass, now)) return null
  const isParty = [glass.by, request.requester].some((one) => one.participantId === member.participantId)
  if (isParty || !(member.approver || member.role === 'admin')) return null
  return (
    <Suspense>
      <ConfirmGlass request={request} own={member.participantId} glass={glass} onChanged={onChanged} />
    </Suspense>
  )
}

type Handlers = { readonly onDecided: (request: Request) => void; readonly onClosed: () => void }

/** What the user can do with a pending request. */
const Actions = ({ request, onDecided, onClosed }: Handlers & { request: Request }) => {
  const memberships = useMemberships()
  const isCheck = request.type === 'verification'
  return (
    <QueryView query={memberships}>
      {({ userWorkspaces }) => {
        const membership = membershipIn(userWorkspaces, request.workspaceId)
        const part = roleIn(request, membership)
        if (part === 'requester') {
          const onRefused = (error: unknown) => isApiError(error, 'request.closed') && onClosed()
          const Asked = isCheck ? RequesterCheck : WithdrawStep
          return <Asked request={request} onChanged={onDecided} onRefused={onRefused} />
        }
        if (part === 'approver' && membership && !request.parked) {
          const Answer = isCheck ? ApproverCheck : Decision
          const approverId = membership.participantId
          return <Answer shown={request} approverId={approverId} onDecided={onDecided} onClosed={onClosed} />
        }
        return <Watching request={request} membership={membership} onChanged={onDecided} />
      }}
    </QueryView>
  )
}

type WatchingProps = ConfirmationProps & { readonly membership: WorkspaceMembership | undefined }

/** For somebody who does not decide it, or has. An admin may approve it alone in an emergency, where that is allowed. */
const Watching = ({ request, membership, onChanged }: WatchingProps) => {
  const text = requestTexts.use()
  const own = membership?.participantId
  const hasDecided = request.decisions?.some(({ participant }) => participant.participantId === own)
  const isAdmin = membership?.active && membership.role === 'admin'
  return (
    <>
      {!request.parked && <p className="notice info">{hasDecided ? text.decidedByYou : text.notForYou}</p>}
      {isAdmin && membership.breakGlass && request.type === 'approval' && (
        <Suspense>
          <BreakGlass request={request} own={membership.participantId} onChanged={onChanged} />
        </Suspense>
      )}
    </>
  )
}
