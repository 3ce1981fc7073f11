import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { WaitingDevice } from '#contract/accounts/waiting-devices.ts'
import { isLoading } from '#shared/api/read-models.ts'
import { keyWordOf, deviceWords } from '#shared/devices/device-words.ts'
import { CheckIcon, CrossIcon } from '#shared/parts/icons.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { commonTexts } from '#shared/texts/common.ts'
import { InboxLink } from '../../frame/InboxLink.tsx'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { callName } from '../../frame/call-name.ts'
import { sessionTexts } from '../sessions/session-texts.ts'
import { useOwnDevices } from '../keys/own-devices.ts'
import { OwnWaiting } from './OwnWaiting.tsx'
import { StopDevice } from './StopDevice.tsx'
import { Vouch } from './Vouch.tsx'
import { useWaitingDevices } from './waiting-reads.ts'
import { WaitingFacts } from './WaitingFacts.tsx'
import { waitingTexts } from './waiting-texts.ts'

/** How it ended on this page. `who` is null for the user's own device. */
type Outcome = { readonly did: 'vouched' | 'stopped'; readonly who: string | null }

/** A device that waits, for its owner and for the colleagues who vouch for it or stop it. Mails about it link here. */
export const WaitingPage = () => {
  const { id = '' } = useParams()
  return <WaitingScreen key={id} id={id} />
}

const WaitingScreen = ({ id }: { readonly id: string }) => {
  const text = waitingTexts.use()
  const { loading } = commonTexts.use()
  const { erased } = sessionTexts.use()
  const own = useOwnDevices()
  const colleagues = useWaitingDevices()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const waiting = colleagues.data?.find(({ device }) => device.id === id)
  const who = waiting && personWords(waiting.person, erased)
  const title = waiting && !outcome ? text.vouch.title(callName(waiting.person, erased)) : text.title
  return (
    <PhoneScreen title={title} back="/">
      {outcome && <Ended outcome={outcome} />}
      {!outcome &&
        (isLoading(own.query, colleagues) || (own.query.data && !own.devices) ? (
          <p className="loading" role="status">
            {loading}
          </p>
        ) : (
          <QueryView query={own.query}>
            {() => (
              <OwnOrColleagues
                id={id}
                colleagues={colleagues}
                onStopped={() => setOutcome({ did: 'stopped', who: who ?? null })}
                onVouched={() => setOutcome({ did: 'vouched', who: who ?? null })}
              />
            )}
          </QueryView>
        ))}
    </PhoneScreen>
  )
}

type PartProps = { readonly id: string; readonly onStopped: () => void; readonly onVouched: () => void }

/** A second reader of a list that failed would ask for it again, and the page would load again: without end. */
type EitherProps = PartProps & { readonly colleagues: ReturnType<typeof useWaitingDevices> }

const OwnOrColleagues = ({ id, colleagues, onStopped, onVouched }: EitherProps) => {
  const text = waitingTexts.use()
  const own = useOwnDevices().devices?.find((device) => device.id === id)
  if (own?.state === 'waiting') return <OwnWaiting device={own} onStopped={onStopped} />
  if (own)
    return (
      <>
        <p>{text.own.signsNow}</p>
        <Link className="button button-outlined" to="/device">
          {text.own.openDevices}
        </Link>
      </>
    )
  return (
    <QueryView query={colleagues}>
      {(found) => {
        const waiting = found.find(({ device }) => device.id === id)
        if (waiting) return <OfColleague waiting={waiting} onStopped={onStopped} onVouched={onVouched} />
        return (
          <>
            <p>{text.gone}</p>
            <InboxLink />
          </>
        )
      }}
    </QueryView>
  )
}

type ColleagueProps = Omit<PartProps, 'id'> & { readonly waiting: WaitingDevice }

const OfColleague = ({ waiting, onStopped, onVouched }: ColleagueProps) => {
  const { vouch: text } = waitingTexts.use()
  const { keys } = deviceWords.use()
  const { device, mayVouch, mayStop } = waiting
  return (
    <>
      <WaitingFacts waiting={waiting} />
      {mayVouch ? (
        <Vouch waiting={waiting} onVouched={onVouched} />
      ) : (
        <p className="notice info">{text.onlyApprovers}</p>
      )}
      {mayStop && (
        <StopDevice
          isProminent
          id={device.id}
          name={device.name ?? keys[keyWordOf(device)]}
          onStopped={onStopped}
        />
      )}
    </>
  )
}

/** Takes the focus, because the button that had it is gone. */
const Ended = ({ outcome: { did, who } }: { readonly outcome: Outcome }) => {
  const text = waitingTexts.use()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isVouched = did === 'vouched'
  return (
    <>
      <div className={isVouched ? 'result approved' : 'result'} role="status">
        <div className="tick">{isVouched ? <CheckIcon /> : <CrossIcon />}</div>
        <h2 ref={heading} tabIndex={-1}>
          {isVouched ? text.vouch.done : text.stopped}
        </h2>
        {who === null && <p>{text.own.stoppedAdvice}</p>}
        {who !== null && <p>{isVouched ? text.vouch.doneText(who) : text.stoppedText(who)}</p>}
      </div>
      {who === null ? (
        <Link className="button button-outlined" to="/account">
          {text.own.openAccount}
        </Link>
      ) : (
        <InboxLink />
      )}
    </>
  )
}
