import { openFrom, showPush, tellSubscriptionChanged } from './notices.ts'
import { worker } from './scope.ts'
import { answerTo, forgetOldShells, keepShell } from './shell.ts'

/**
 * The service worker of the phone app. A new one waits until a page tells it to take over, or none is open any more: what
 * somebody is about to decide goes on with the build that it began with.
 */

worker.addEventListener('install', (event) => event.waitUntil(keepShell()))
worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([forgetOldShells(), worker.clients.claim()])),
)
worker.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request)
  if (answer) event.respondWith(answer)
})
worker.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(tellSubscriptionChanged()))
worker.addEventListener('notificationclick', (event) => event.waitUntil(openFrom(event.notification)))
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(worker.skipWaiting())
})
