import { openNotification, showPush, tellSubscriptionChanged } from './push-notifications.ts'
import { worker } from './scope.ts'
import { respondTo, deleteOldShells, cacheShell } from './shell.ts'

/**
 * The service worker of the phone app. A new one waits until a page tells it to take over, or none is open any more: what
 * somebody is about to decide goes on with the build that it began with.
 */

worker.addEventListener('install', (event) => event.waitUntil(cacheShell()))
worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([deleteOldShells(), worker.clients.claim()])),
)
worker.addEventListener('fetch', (event) => {
  const answer = respondTo(event.request)
  if (answer) event.respondWith(answer)
})
worker.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(tellSubscriptionChanged()))
worker.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(worker.skipWaiting())
})
