import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Device } from '#contract/accounts/devices.ts'
import { isLoading } from '#shared/api/read-models.ts'
import { deviceWords } from '#shared/devices/device-words.ts'
import { Link } from '#shared/parts/Link.tsx'
import { commonTexts } from '#shared/texts/common.ts'
import { QueryView } from '../../frame/QueryView.tsx'
import { frameTexts } from '../../frame/frame-texts.ts'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { DeviceList } from './DeviceList.tsx'
import { EnrolForm } from './EnrolForm.tsx'
import { enrolmentTexts } from './enrolment/enrolment-texts.ts'
import { WaitsNotice } from '../waiting/WaitsNotice.tsx'
import { deviceTexts } from './device-texts.ts'
import { isSetUpHere, signingDevices, useOwnDevices } from '../keys/own-devices.ts'
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
  const [done, setDone] = useState<Device | null>(null)
  const { state } = useLocation()
  const [isFormWanted, setFormWanted] = useState(() => wantsEnrolForm(state))
  const isSetUp = devices !== undefined && isSetUpHere(devices)
  const isFormOpen = devices !== undefined && !done && (!isSetUp || isFormWanted)
  return (
    <>
      <div role="status">{done && <DoneNotice device={done} next={next} />}</div>
      {isFormOpen && <EnrolSection next={next} onDone={setDone} />}
      <OwnDevices />
      {isSetUp && !isFormOpen && !done && (
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

type SectionProps = { readonly next: string | null; readonly onDone: (device: Device) => void }

const EnrolSection = ({ next, onDone }: SectionProps) => {
  const text = deviceTexts.use()
  const { further } = enrolmentTexts.use()
  const { devices = [] } = useOwnDevices()
  return (
    <>
      {isOnComputer() && <OnYourPhone {...text.onPhone} />}
      {devices.length > 0 && (
        <p className="notice info">
          {signingDevices(devices).length > 0 ? further.confirmed : further.waits}
        </p>
      )}
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
  const words = deviceWords.use()
  const [done, setDone] = useState<string | null>(null)
  return (
    <section>
      <h2>{text.listTitle}</h2>
      <div role="status">
        {done !== null && (
          <p key={done} className="notice success" tabIndex={-1} ref={takeFocus}>
            {done}
          </p>
        )}
      </div>
      <QueryView query={query}>
        {() =>
          devices && (
            <DeviceList
              devices={devices}
              onRemoved={(name) => setDone(text.removed(name))}
              onStopped={(name) => setDone(words.stopped(name))}
            />
          )
        }
      </QueryView>
    </section>
  )
}

/** Takes the focus, because the form that had it is gone. */
const DoneNotice = ({ device, next }: { device: Device; next: string | null }) => {
  const text = deviceTexts.use()
  const { waiting } = enrolmentTexts.use()
  const home = frameTexts.use().toHome
  if (device.state === 'waiting')
    return (
      <div className="form">
        <p className="visually-hidden">{waiting}</p>
        <WaitsNotice device={device} takesFocus />
        <Link className="button button-text" to={next ?? '/'}>
          {next ? text.next : home}
        </Link>
      </div>
    )
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
