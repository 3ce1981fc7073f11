import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isLoading } from '#shared/api/read-models.ts'
import { Link } from '#shared/parts/Link.tsx'
import { commonTexts } from '#shared/texts/common.ts'
import { QueryView } from '../../frame/QueryView.tsx'
import { frameTexts } from '../../frame/frame-texts.ts'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { DeviceList } from './DeviceList.tsx'
import { EnrolForm } from './EnrolForm.tsx'
import { deviceTexts } from './device-texts.ts'
import { signsHere, useOwnDevices } from '../keys/own-devices.ts'
import { PasskeyOffer, useAsksItself } from './PasskeyOffer.tsx'
import { useNextPath, wantsEnrolForm } from '../../frame/device-link.ts'

export const DevicePage = () => {
  const text = deviceTexts.use()
  const { query, devices } = useOwnDevices()
  const ownPasskeys = useAsksItself()
  const next = useNextPath()
  const areKeysPending = query.data !== undefined && devices === undefined
  return (
    <PhoneScreen title={text.title} back={next ?? '/account'}>
      <p className="lead">{text.lead}</p>
      {areKeysPending || isLoading(query, ownPasskeys) ? (
        <Loading />
      ) : (
        <Suspense fallback={<Loading />}>
          <Devices next={next} />
        </Suspense>
      )}
    </PhoneScreen>
  )
}

const Loading = () => (
  <p className="loading" role="status">
    {commonTexts.use().loading}
  </p>
)

const Devices = ({ next }: { readonly next: string | null }) => {
  const text = deviceTexts.use()
  const { devices } = useOwnDevices()
  const [isDone, setDone] = useState(false)
  const { state } = useLocation()
  const [isFormWanted, setFormWanted] = useState(() => wantsEnrolForm(state))
  const canSign = devices !== undefined && signsHere(devices)
  const isFormOpen = devices !== undefined && !isDone && (!canSign || isFormWanted)
  return (
    <>
      <div role="status">{isDone && <DoneNotice next={next} />}</div>
      {isFormOpen && <EnrolSection next={next} onDone={() => setDone(true)} />}
      <OwnDevices />
      {canSign && !isFormOpen && !isDone && (
        <button type="button" className="button button-outlined" onClick={() => setFormWanted(true)}>
          {text.enrolAnother}
        </button>
      )}
    </>
  )
}

type Module = typeof import('./OnYourPhone.tsx')
/** The page works without this part. */
const fallback: Module = { OnYourPhone: () => <></> }
const OnYourPhone = lazy(async () => ({
  default: (await import('./OnYourPhone.tsx').catch(() => fallback)).OnYourPhone,
}))

const isOnComputer = (): boolean => matchMedia('(pointer: fine) and (min-width: 43.75rem)').matches

const EnrolSection = ({ next, onDone }: { next: string | null; onDone: () => void }) => {
  const text = deviceTexts.use()
  return (
    <>
      {isOnComputer() && <OnYourPhone {...text.onPhone} />}
      <PasskeyOffer onDone={onDone} />
      <section>
        <h2>{text.enrolTitle}</h2>
        <EnrolForm onDone={onDone} />
        {next && (
          <Link className="button button-text" to={next}>
            {text.later}
          </Link>
        )}
      </section>
    </>
  )
}

const OwnDevices = () => {
  const text = deviceTexts.use()
  const { query, devices } = useOwnDevices()
  const [removed, setRemoved] = useState<string | null>(null)
  return (
    <section>
      <h2>{text.listTitle}</h2>
      <div role="status">
        {removed !== null && (
          <p key={removed} className="notice success" tabIndex={-1} ref={takeFocus}>
            {text.removed(removed)}
          </p>
        )}
      </div>
      <QueryView query={query}>
        {() => devices && <DeviceList devices={devices} onRemoved={setRemoved} />}
      </QueryView>
    </section>
  )
}

/** Takes the focus, because the form that had it is gone. */
const DoneNotice = ({ next }: { next: string | null }) => {
  const text = deviceTexts.use()
  const home = frameTexts.use().toHome
  return (
    <div className="notice success">
      <p>{text.done}</p>
      <Link className="button" to={next ?? '/'} ref={takeFocus}>
        {next ? text.next : home}
      </Link>
    </div>
  )
}
const takeFocus = (element: HTMLElement | null): void => element?.focus()
