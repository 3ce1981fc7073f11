import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { Loaded } from '../frame/Loaded.tsx'
import { PhoneScreen } from '../frame/PhoneScreen.tsx'
import { DeviceList } from './DeviceList.tsx'
import { EnrolForm } from './EnrolForm.tsx'
import { deviceTexts } from './device-texts.ts'
import { signingDevice, useOwnDevices } from './own-devices.ts'
import { isFormWanted } from './wants-form.ts'

/** `?next=/requests/…`: where to go on after setting up; only paths of this page. */
const useNext = (): string | null => {
  const [search] = useSearchParams()
  const next = search.get('next')
  return next && /^\/[a-z0-9/-]*$/.test(next) && !next.startsWith('//') ? next : null
}

export const DevicePage = () => {
  const text = deviceTexts.use()
  const { listed, known } = useOwnDevices()
  const next = useNext()
  const [isDone, setDone] = useState(false)
  const { state } = useLocation()
  const [isAnother, setAnother] = useState(() => isFormWanted(state))
  const canSign = known !== undefined && typeof signingDevice(known) === 'object'
  const isFormOpen = known !== undefined && !isDone && (!canSign || isAnother)

  return (
    <PhoneScreen title={text.title} back={next ?? '/account'}>
      <p className="lead">{text.lead}</p>
      <div role="status">{isDone && <WayOn next={next} />}</div>
      {isFormOpen && (
        <section>
          <h2>{text.enrolTitle}</h2>
          <EnrolForm onDone={() => setDone(true)} />
        </section>
      )}
      <section>
        <h2>{text.listTitle}</h2>
        <Loaded query={listed}>{() => known && <DeviceList devices={known} />}</Loaded>
      </section>
      {canSign && !isFormOpen && !isDone && (
        <button type="button" className="button button-outlined" onClick={() => setAnother(true)}>
          {text.enrolAnother}
        </button>
      )}
    </PhoneScreen>
  )
}

/** The form with the focus is gone; the way on takes it. */
const WayOn = ({ next }: { next: string | null }) => {
  const text = deviceTexts.use()
  return (
    <div className="notice success">
      <p>{text.done}</p>
      <Link className="button" to={next ?? '/'} ref={takeFocus}>
        {next ? text.next : text.toHome}
      </Link>
    </div>
  )
}
const takeFocus = (element: HTMLElement | null): void => element?.focus()
