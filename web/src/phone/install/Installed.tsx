import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { keepSubscribed } from '../notifications/subscription.ts'
import { usePhoneSession } from '../session/phone-session.tsx'
import { installTexts } from './install-texts.ts'
import { onWaiting, registerWorker, takeOver } from './service-worker.ts'

/** Where nobody is in the middle of something. */
const CALM = ['/', '/requests', '/account', '/notifications']

/**
 * What is done for an app that stays: files and notifications are kept up. A build that waited takes over at the start;
 * of one that comes later a line says so, on screens where nobody is about to decide.
 */
export const Installed = () => {
  const text = installTexts.use()
  const { pathname } = useLocation()
  const userId = usePhoneSession().session?.userId
  const [registration, setRegistration] = useState<ServiceWorkerRegistration>()
  const [hasNewer, setNewer] = useState(false)

  useEffect(() => {
    const work = async () => {
      const found = await registerWorker()
      if (found) takeOver(found)
      setRegistration(found)
    }
    work().catch((error: unknown) => console.error('The app cannot be kept on this device', error))
  }, [])
  useEffect(() => registration && onWaiting(registration, () => setNewer(true)), [registration])
  useEffect(() => {
    if (registration && userId !== undefined)
      keepSubscribed(registration, userId).catch((error: unknown) => console.error(error))
  }, [registration, userId])

  if (!registration || !hasNewer || !CALM.includes(pathname)) return null
  const reload = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    takeOver(registration)
  }
  return (
    <div className="update" role="status">
      <span>{text.update}</span>
      <button type="button" className="button-link" onClick={reload}>
        {text.reload}
      </button>
    </div>
  )
}
