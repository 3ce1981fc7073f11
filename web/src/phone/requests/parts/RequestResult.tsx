import { useEffect, useRef } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { callName } from '../../frame/call-name.ts'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { ForColleague } from '#shared/deputies/ForColleague.tsx'
import { glassWords } from '#shared/glass/glass-words.ts'
import { AlertIcon } from '#shared/parts/icons.tsx'
import { Initials } from '#shared/parts/Initials.tsx'
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
  if (isReportedLater(request) || request.brokenGlass) return 'reported'
  return request.weak?.length ? 'weak' : stateOf(request)
}

type OtherProps = Pick<Props, 'request' | 'own'>

/** A confirmed check is about the other one of the two; any other request about who decided it. */
const otherOf = ({ decidedBy, requester, type }: Request, own: string | undefined) =>
  decidedBy && type === 'verification' && decidedBy.participantId === own ? requester : decidedBy

const OtherPerson = ({ request, own }: OtherProps) => {
  const { erased } = requestTexts.use()
  const other = otherOf(request, own)
  return (
    other && (
      <p>
        <PersonText of={other} erased={erased} />
      </p>
    )
  )
}

/** The state as a sign: on a confirmed check beside the initials of the other one. */
const Mark = ({ request, own }: OtherProps) => {
  const state = stateOf(request)
  const isAlarming = isReportedLater(request) || Boolean(request.brokenGlass) || lookOf(request) === 'weak'
  const tick = <div className="tick">{isAlarming ? <AlertIcon /> : <StateIcon state={state} />}</div>
  const other = otherOf(request, own)
  if (state !== 'verified' || !other) return tick
  return (
    <div className="marked">
      <Initials {...other} size="l" />
      {tick}
    </div>
  )
}

/** What a check was about. */
const Sentence = ({ request }: Pick<Props, 'request'>) => {
  const { erasedText } = requestTexts.use()
  if (request.type !== 'verification') return null
  return (
    <p className="card claim">
      <UserText>{request.title ?? erasedText}</UserText>
    </p>
  )
}

/** The largest line of a confirmed check: the name of the other one, and what is proved, or what to do before acting on it. */
const useConfirmed = (request: Request, own: string | undefined): string => {
  const { confirmed, erased } = requestTexts.use()
  const { weak = [], asks, requester, decidedBy } = request
  const who = callName(otherOf(request, own) ?? { email: null }, erased)
  const isProved = weak.length === 0 && asks !== undefined
  if (requester.participantId === own) {
    if (weak.includes('not-called-back')) return confirmed.callBack(who)
    return isProved ? confirmed.asksYou(who) : confirmed.phoneAgreed(who)
  }
  if (decidedBy?.participantId === own) return isProved ? confirmed.knows(who) : confirmed.phoneHasIt(who)
  return confirmed.phoneAgreed(who)
}

/** The largest line. For a check it says what is proved, and what to do, to those who read nothing else. */
const useHeadline = (request: Request, own: string | undefined): string => {
  const { results, checkResults, disputed, denied, erased } = requestTexts.use()
  const confirmed = useConfirmed(request, own)
  const { headline: emergency } = glassWords.use()
  const state = stateOf(request)
  if (isReportedLater(request) && request.status === 'approved') return disputed
  if (request.brokenGlass) return emergency
  if (request.type !== 'verification') return results[state as keyof typeof results]
  if (state === 'verified') return confirmed
  const { approver, requester } = request
  if (state === 'claim-denied' && approver && requester.participantId === own)
    return denied(callName(approver, erased))
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
      <Mark request={request} own={own} />
      <h2 ref={heading} tabIndex={-1}>
        {headline}
      </h2>
      <OtherPerson request={request} own={own} />
      <ForColleague of={request.decidedFor} says="decided" />
      <Sentence request={request} />
      {request.declineReason && (
        <p>
          <span className="hint">{text.declineReason}</span>{' '}
          <bdi className="lines">{request.declineReason}</bdi>
        </p>
      )}
      <WeakProof
        weak={request.weak ?? []}
        mayAct={request.requester.participantId === own}
        callBackNumber={request.callBackNumber}
        again={
          request.decidedBy
            ? `/new/check/${request.workspaceId}/${request.decidedBy.participantId}`
            : undefined
        }
      />
      {isDisputed && <p className="notice error">{text.reportedLater(dayAndTime(request.reportedAt!))}</p>}
      {state === 'verified' && request.calledBack && <p className="hint">{calledBack}</p>}
      {request.decidedAt && (
        <p>
          <time dateTime={request.decidedAt}>{dayAndTime(request.decidedAt)}</time>
        </p>
      )}
      {signed && <p className="hint">{text.assurances[signed]}</p>}
      {state === 'verified' && <p className="hint">{text.bothSigned}</p>}
      <p className="numbers">
        <span className="hint">{text.shortId}</span> {shortId(request.id)}
      </p>
    </div>
  )
}
