import type { Request } from '#contract/requests/requests.ts'
import { glassWords } from '#shared/glass/glass-words.ts'
import { AlertIcon, CheckIcon, ClockIcon, CrossIcon } from '#shared/parts/icons.tsx'
import { isReportedLater, stateOf, type RequestState } from './request-state.ts'
import { requestTexts } from './request-texts.ts'

const ICONS: { readonly [state in RequestState]: typeof CheckIcon } = {
  pending: ClockIcon,
  approved: CheckIcon,
  verified: CheckIcon,
  declined: CrossIcon,
  expired: ClockIcon,
  withdrawn: CrossIcon,
  reported: CrossIcon,
  'code-mismatch': CrossIcon,
  'both-called': AlertIcon,
  'claim-denied': AlertIcon,
  'approver-unavailable': CrossIcon,
  'requester-unavailable': CrossIcon,
}

export const StateIcon = ({ state }: { state: RequestState }) => {
  const Icon = ICONS[state]
  return <Icon />
}

/** Icon and word for a request's state. Colour alone is not accessible. */
export const StateLabel = ({ request }: { request: Request }) => {
  const text = requestTexts.use()
  const { mark } = glassWords.use()
  const state = stateOf(request)
  return (
    <>
      {request.brokenGlass ? (
        <span className="state emergency">
          <AlertIcon />
          {mark}
        </span>
      ) : (
        <span className={`state ${state}`}>
          <StateIcon state={state} />
          {text.states[state]}
        </span>
      )}
      {isReportedLater(request) && (
        <span className="state reported">
          <AlertIcon />
          {text.states.reported}
        </span>
      )}
    </>
  )
}
