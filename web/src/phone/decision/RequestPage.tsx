import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Request } from '#contract/requests.ts'
import { isApiError } from '../../shared/api-error.ts'
import { useErrorText } from '../../shared/texts/common.ts'
import { Decision } from './Decision.tsx'
import { decisionTexts } from './decision-texts.ts'
import { Loaded } from '../frame/Loaded.tsx'
import { frameTexts } from '../frame/frame-texts.ts'
import { PhoneScreen } from '../frame/PhoneScreen.tsx'
import { WayHome } from '../frame/WayHome.tsx'
import { OddWords } from '../requests/OddWords.tsx'
import { RequestFacts } from '../requests/RequestFacts.tsx'
import { RequestResult } from '../requests/RequestResult.tsx'
import { WithdrawStep } from '../requests/WithdrawStep.tsx'
import { membershipIn, useMemberships, useRequest, useTakeRequest } from '../requests/request-queries.ts'
import { requestTexts } from '../requests/request-texts.ts'
import { partIn } from '../requests/request-part.ts'

export const RequestPage = () => {
  const { id = '' } = useParams()
  const text = requestTexts.use()
  const query = useRequest(id)
  const title = query.data ? (query.data.title ?? text.erasedText) : text.request
  return (
    <PhoneScreen key={id} title={title} back="/">
      {isNowhere(query.error) ? (
        <Nowhere error={query.error} />
      ) : (
        <Loaded query={query}>{(request) => <Shown request={request} />}</Loaded>
      )}
    </PhoneScreen>
  )
}

/** No such request, or an address that was cut: trying again would not help. */
const isNowhere = (error: unknown): boolean =>
  isApiError(error, 'request.not-found') || isApiError(error, 'input.invalid')

const Nowhere = ({ error }: { error: unknown }) => {
  const errorText = useErrorText()
  const { notFoundText } = frameTexts.use()
  return (
    <>
      <p role="alert">{isApiError(error, 'input.invalid') ? notFoundText : errorText(error)}</p>
      <WayHome />
    </>
  )
}

const Shown = ({ request }: { request: Request }) => {
  const closedText = decisionTexts.use().closed
  const take = useTakeRequest()
  const [outcome, setOutcome] = useState<'mine' | 'others' | null>(null)
  const isPending = request.status === 'pending'

  const onDecided = (decided: Request) => {
    setOutcome('mine')
    take(decided)
  }
  const onClosed = () => setOutcome('others')
  return (
    <>
      <div role="status">
        {!isPending && (
          <>
            {outcome === 'others' && <p className="notice info">{closedText}</p>}
            <RequestResult request={request} takesFocus={outcome !== null} />
          </>
        )}
      </div>
      <OddWords texts={[request.title, request.details, request.workspaceName]} />
      <RequestFacts request={request} />
      {isPending && <MyPart request={request} onDecided={onDecided} onClosed={onClosed} />}
      {!isPending && <WayHome />}
    </>
  )
}

type Handlers = { readonly onDecided: (request: Request) => void; readonly onClosed: () => void }

/** What the caller may do with a pending request. */
const MyPart = ({ request, onDecided, onClosed }: Handlers & { request: Request }) => {
  const text = requestTexts.use()
  const memberships = useMemberships()
  return (
    <Loaded query={memberships}>
      {({ userWorkspaces }) => {
        const membership = membershipIn(userWorkspaces, request.workspaceId)
        const part = partIn(request, membership)
        if (part === 'requester') {
          const onRefused = (error: unknown) => isApiError(error, 'request.closed') && onClosed()
          return <WithdrawStep request={request} onWithdrawn={onDecided} onRefused={onRefused} />
        }
        if (part === 'approver' && membership) {
          const approverId = membership.participantId
          return (
            <Decision shown={request} approverId={approverId} onDecided={onDecided} onClosed={onClosed} />
          )
        }
        return <p className="notice info">{text.notForYou}</p>
      }}
    </Loaded>
  )
}
