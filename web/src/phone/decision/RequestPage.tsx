import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { Request } from '#contract/requests.ts'
import { isApiError } from '../../shared/api-error.ts'
import { Decision } from './Decision.tsx'
import { decisionTexts } from './decision-texts.ts'
import { Loaded } from '../frame/Loaded.tsx'
import { PhoneScreen } from '../frame/PhoneScreen.tsx'
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
      <Loaded query={query}>{(request) => <Shown request={request} />}</Loaded>
    </PhoneScreen>
  )
}

const Shown = ({ request }: { request: Request }) => {
  const text = requestTexts.use()
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
      {!isPending && (
        <Link className="button button-outlined" to="/">
          {text.toHome}
        </Link>
      )}
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
