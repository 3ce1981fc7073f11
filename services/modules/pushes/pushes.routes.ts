import { Rejected } from '#contract/errors.ts'
import { subscribePush, testPush, unsubscribePush } from '#contract/pushes.ts'
import type { Routes } from '#platform/http/http.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { createPushSubscriptions } from './push-subscription.store.ts'
import { PUSH_TESTS_BY_ACCOUNT, SUBSCRIPTIONS_BY_ACCOUNT } from './pushes.rates.ts'

const TEST_SECONDS = 60

/** Push subscriptions belong to sessions: they are rows, not events. */
export const pushRoutes = (routes: Routes, { db, push, throttle }: Platform): void => {
  const subscriptions = createPushSubscriptions(db)

  routes.command(subscribePush, async ({ body, caller, commandId, now }) => {
    if (!push) throw new Rejected('push.off')
    const { userId, sessionId } = caller
    await throttle.require(SUBSCRIPTIONS_BY_ACCOUNT, userId, now)
    if (!push.takes(body)) throw new Rejected('push.not-taken')
    const id = await subscriptions.keep({ ...body, id: derivedId(commandId, 'push'), userId, sessionId, now })
    return { position: null, reply: () => ({ id }) }
  })

  routes.command(unsubscribePush, async ({ caller, params }) => {
    if (!(await subscriptions.remove(params.id, caller.userId))) throw new Rejected('push.not-found')
    return { position: null, reply: () => ({}) }
  })

  routes.query(testPush, async ({ caller, language, now }) => {
    if (!push) throw new Rejected('push.off')
    const own = await subscriptions.ofSession(caller.sessionId, now)
    if (!own) throw new Rejected('push.not-found')
    await throttle.require(PUSH_TESTS_BY_ACCOUNT, caller.userId, now)
    const payload = { kind: 'test', language }
    const { outcome } = await push.send(own, { payload, ttlSeconds: TEST_SECONDS, topic: 'test' })
    if (outcome === 'gone') await subscriptions.drop(own.id)
    return { outcome }
  })
}
