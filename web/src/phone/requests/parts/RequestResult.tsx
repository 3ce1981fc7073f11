import { useEffect, useRef } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { AlertIcon } from '#shared/parts/icons.tsx'
import { StateIcon } from './StateLabel.tsx'
import { isReportedLater, stateOf } from './request-state.ts'
import { requestTexts } from './request-texts.ts'
import { shortId } from '#contract/requests/short-id.ts'

type Props = {
  readonly request: Request
  /** True if the request ended while it was shown: the element with the focus is gone. */
  readonly takesFocus: boolean
}

/** What signed, as far as it is known. */
const signedWith = ({ assurance, deviceBound }: Request) =>
  assurance === 'passkey' && deviceBound !== undefined ? (deviceBound ? 'bound' : 'synced') : assurance

/** The result of a request: state, person, time, assurance and short ID. */
export const RequestResult = ({ request, takesFocus }: Props) => {
  const text = requestTexts.use()
  const dayAndTime = useDayAndTime()
  const heading = useRef<HTMLHeadingElement>(null)
  const state = stateOf(request)
  const signed = signedWith(request)
  const isDisputed = isReportedLater(request)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  if (state === 'pending') return null
  return (
    <div className={`result ${isDisputed ? 'reported' : state}`}>
      <div className="tick">{isDisputed ? <AlertIcon /> : <StateIcon state={state} />}</div>
      <h2 ref={heading} tabIndex={-1}>
        {text.results[state]}
      </h2>
      {request.decidedBy && <p>{request.decidedBy.email ?? text.erased}</p>}
      {request.decidedAt && (
        <p>
          <time dateTime={request.decidedAt}>{dayAndTime(request.decidedAt)}</time>
        </p>
      )}
      {signed && <p className="hint">{text.assurances[signed]}</p>}
      {state === 'verified' && <p className="hint">{text.bothSigned}</p>}
      {isDisputed && <p className="notice error">{text.reportedLater(dayAndTime(request.reportedAt!))}</p>}
      <p className="numbers">
        <span className="hint">{text.shortId}</span> {shortId(request.id)}
      </p>
    </div>
  )
}
