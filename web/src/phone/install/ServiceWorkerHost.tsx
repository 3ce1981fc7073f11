import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { renewSubscription, onSubscriptionChanged } from '../background/subscription.ts'
import { usePhoneSession } from '../accounts/sessions/phone-session.tsx'
import { installTexts } from './install-texts.ts'
import { onWaiting, registerWorker, takeOver } from '../background/service-worker.ts'

type Found = { readonly registration: ServiceWorkerRegistration; readonly asked: ServiceWorker | null }

/** Where nobody is in the middle of something. */
const CALM = ['/', '/requests', '/account', '/notifications']

/**
 * What is done for an app that stays: files and notifications are kept up. A build that waited takes over at the start;
 * of one that comes later a line says so, on screens where nobody is about to decide.
 */
export const ServiceWorkerHost = () => {
  const text = installTexts.use()
  const { pathname } = useLocation()
  const userId = usePhoneSession().session?.userId
  const [found, setFound] = useState<Found>()
  const [hasNewer, setNewer] = useState(false)

  useEffect(() => {
    const work = async () => {
      const registration = await registerWorker()
      if (registration) setFound({ registration, asked: takeOver(registration) })
    }
    work().catch((error: unknown) => console.error('The app cannot be kept on this device', error))
  }, [])
  useEffect(
    () => found && onWaiting(found.registration, { asked: found.asked, tell: () => setNewer(true) }),
    [found],
  )
  useEffect(() => {
    if (!found || userId === undefined) return
    const keep = () =>
      renewSubscription(found.registration, userId).catch((error: unknown) => console.error(error))
    void keep()
    return onSubscriptionChanged(() => void keep())
  }, [found, userId])

  if (!found) return null
  const reload = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    // in another window it was told to before: it serves already, and nothing changes any more
    if (!takeOver(found.registration)) location.reload()
  }
  return (
    <div role="status" data-part="update">
      {hasNewer && CALM.includes(pathname) && (
        <div className="update">
          <span>{text.update}</span>
          <button type="button" className="button-link" onClick={reload}>
            {text.reload}
          </button>
        </div>
      )}
    </div>
  )
}
