import { useEffect, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { requestInbox } from '#contract/requests/inbox.ts'
import { endpointPages } from '#shared/api/api.ts'
import { useWaitingChanges } from '#shared/changes/waiting-changes.ts'
import {
  closeAnswered,
  onSubscriptionChanged,
  renewSubscription,
  showBadge,
} from '../background/subscription.ts'
import { usePhoneSession } from '../accounts/sessions/phone-session.tsx'
import { installTexts } from './install-texts.ts'
import { activateWaiting, onNewBuild, registerWorker } from '../background/service-worker.ts'

type Registered = {
  readonly registration: ServiceWorkerRegistration
  /** The build that was told to activate at the start. */
  readonly activated: ServiceWorker | null
}

/** Screens on which a reload interrupts nothing. */
const SAFE_TO_RELOAD = ['/', '/requests', '/account', '/notifications']

/** Counts what waits on the app's icon, and closes the notifications of what does not wait any more. */
const WaitingShown = ({ registration }: Pick<Registered, 'registration'>) => {
  const inbox = { ...endpointPages(requestInbox, { query: {} }), staleTime: 0 }
  const { data, hasNextPage, isFetchedAfterMount } = useInfiniteQuery(inbox)
  const { waiting } = useWaitingChanges()
  const ids = data?.pages.flatMap(({ reply }) => reply.map(({ id }) => id))
  const shown = ids?.join(' ')
  const count = (ids?.length ?? 0) + waiting.length
  useEffect(() => {
    if (shown !== undefined) showBadge(count)
  }, [shown, count])
  // Until the server answered, a question that has just arrived may be missing.
  const isWhole = isFetchedAfterMount && !hasNextPage
  useEffect(() => {
    if (isWhole && shown !== undefined) void closeAnswered(registration, shown.split(' '))
  }, [registration, isWhole, shown])
  return null
}

/**
 * Registers the service worker and renews the push subscription. A build that is waiting at the start is activated;
 * for a later one, screens without a decision offer a reload.
 */
export const ServiceWorkerHost = () => {
  const text = installTexts.use()
  const { pathname } = useLocation()
  const userId = usePhoneSession().session?.userId
  const [registered, setRegistered] = useState<Registered>()
  const [hasNewer, setNewer] = useState(false)

  useEffect(() => {
    const register = async () => {
      const registration = await registerWorker()
      if (registration) setRegistered({ registration, activated: activateWaiting(registration) })
    }
    register().catch((error: unknown) => console.error('The service worker could not be registered', error))
  }, [])
  useEffect(
    () => registered && onNewBuild(registered.registration, registered.activated, () => setNewer(true)),
    [registered],
  )
  useEffect(() => {
    if (!registered || userId === undefined) return
    const renew = () =>
      renewSubscription(registered.registration, userId).catch((error: unknown) => console.error(error))
    void renew()
    return onSubscriptionChanged(() => void renew())
  }, [registered, userId])

  if (!registered) return null
  const reload = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    // Another window has already activated the build, so no `controllerchange` follows.
    if (!activateWaiting(registered.registration)) location.reload()
  }
  return (
    <div role="status" data-part="update">
      {userId !== undefined && <WaitingShown registration={registered.registration} />}
      {hasNewer && SAFE_TO_RELOAD.includes(pathname) && (
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
