import { openNotification, showPush, reportSubscriptionChange } from './push-notifications.ts'
import { worker } from './scope.ts'
import { respondTo, deleteOldShells, cacheShell } from './shell.ts'

/**
 * The service worker of the phone app. A new one waits until a page activates it or no page is open, so that a decision is
 * completed with the build that showed it.
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
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(reportSubscriptionChange()))
worker.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(worker.skipWaiting())
})
