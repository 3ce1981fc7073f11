import { useEffect, useRef } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { AlertIcon } from '#shared/parts/icons.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { StateIcon } from './StateLabel.tsx'
import { WeakProof } from './WeakProof.tsx'
import { isReportedLater, stateOf, type RequestState } from './request-state.ts'
import { requestTexts } from './request-texts.ts'
import { whoCalledTexts } from './who-called-texts.ts'
import { shortId } from '#contract/requests/short-id.ts'

type Props = {
  readonly request: Request
  /** True if the request ended while it was shown: the element with the focus is gone. */
  readonly takesFocus: boolean
  /** The reader's participant id. */
  readonly own?: string | undefined
}

/** What signed, as far as it is known. */
const signedWith = ({ assurance, deviceBound }: Request) =>
  assurance === 'passkey' && deviceBound !== undefined ? (deviceBound ? 'bound' : 'synced') : assurance

const lookOf = (request: Request) => {
  if (isReportedLater(request)) return 'reported'
  return request.weak?.length ? 'weak' : stateOf(request)
}

type OtherProps = Pick<Props, 'request' | 'own'>

/** A confirmed check is about the other one of the two; any other request about who decided it. */
const OtherPerson = ({ request: { decidedBy, requester, type }, own }: OtherProps) => {
  const { erased } = requestTexts.use()
  if (!decidedBy) return null
  const isOwnAnswer = type === 'verification' && decidedBy.participantId === own
  return (
    <p>
      <PersonText of={isOwnAnswer ? requester : decidedBy} erased={erased} />
    </p>
  )
}

/** What a check was about. */
const Sentence = ({ request }: Pick<Props, 'request'>) => {
  const { erasedText } = requestTexts.use()
  if (request.type !== 'verification') return null
  return (
    <p>
      <UserText>{request.title ?? erasedText}</UserText>
    </p>
  )
}

/** The largest line. For a check it says what is proved, and what to do, to those who read nothing else. */
const useHeadline = (request: Request, own: string | undefined): string => {
  const { results, checkResults, disputed } = requestTexts.use()
  const state = stateOf(request)
  if (isReportedLater(request) && request.status === 'approved') return disputed
  if (request.type !== 'verification') return results[state as keyof typeof results]
  if (state === 'verified' && request.weak?.length) {
    const mayAct = request.requester.participantId === own
    return mayAct && request.weak.includes('not-called-back') ? checkResults.callBack : checkResults.weak
  }
  const words: Partial<Record<RequestState, string>> = { ...results, ...checkResults }
  return words[state] ?? ''
}

/** The result of a request: state, person, time, assurance and short ID. */
export const RequestResult = ({ request, takesFocus, own }: Props) => {
  const text = requestTexts.use()
  const { calledBack } = whoCalledTexts.use().weak
  const dayAndTime = useDayAndTime()
  const headline = useHeadline(request, own)
  const heading = useRef<HTMLHeadingElement>(null)
  const state = stateOf(request)
  const signed = signedWith(request)
  const isDisputed = isReportedLater(request)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  if (state === 'pending') return null
  return (
    <div className={`result ${lookOf(request)}`}>
      <div className="tick">{isDisputed ? <AlertIcon /> : <StateIcon state={state} />}</div>
      <h2 ref={heading} tabIndex={-1}>
        {headline}
      </h2>
      <OtherPerson request={request} own={own} />
      {request.decidedAt && (
        <p>
          <time dateTime={request.decidedAt}>{dayAndTime(request.decidedAt)}</time>
        </p>
      )}
      {signed && <p className="hint">{text.assurances[signed]}</p>}
      {state === 'verified' && <p className="hint">{text.bothSigned}</p>}
      <Sentence request={request} />
      {request.declineReason && (
        <p>
          <span className="hint">{text.declineReason}</span>{' '}
          <bdi className="lines">{request.declineReason}</bdi>
        </p>
      )}
      {state === 'verified' && request.calledBack && <p className="hint">{calledBack}</p>}
      <WeakProof
        weak={request.weak ?? []}
        mayAct={request.requester.participantId === own}
        callBackNumber={request.callBackNumber}
      />
      {isDisputed && <p className="notice error">{text.reportedLater(dayAndTime(request.reportedAt!))}</p>}
      <p className="numbers">
        <span className="hint">{text.shortId}</span> {shortId(request.id)}
      </p>
    </div>
  )
}
