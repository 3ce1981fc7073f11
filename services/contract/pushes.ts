import Type, { type Static } from 'typebox'
import { Empty, Id, IdParams } from './common.ts'
import { endpoint } from './endpoint.ts'

/** The `toJSON` of a browser's `PushSubscription`. */
const Subscription = Type.Object({
  endpoint: Type.String({ pattern: '^https?://[!-~]+$', maxLength: 1_024 }),
  keys: Type.Object({
    /** base64url of an uncompressed point of P-256 */
    p256dh: Type.String({ pattern: '^B[A-Za-z0-9_-]{86}$' }),
    /** base64url of 16 bytes */
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
  }),
})

export const subscribePush = endpoint({
  operation: 'users.push-subscription',
  summary:
    'Subscribe this browser to Web Push for as long as its session is active; one subscription for each session',
  method: 'POST',
  path: '/users/push-subscription',
  access: 'user',
  command: true,
  readModels: [],
  body: Subscription,
  status: 201,
  reply: Type.Object({ id: Id }),
  errors: ['push.off', 'push.not-taken', 'rate.exceeded'],
})

export const unsubscribePush = endpoint({
  operation: 'users.remove-push-subscription',
  summary: 'Unsubscribe one of the caller’s browsers',
  method: 'DELETE',
  path: '/users/push-subscription/{id}',
  access: 'user',
  command: true,
  readModels: [],
  params: IdParams,
  status: 200,
  reply: Empty,
  errors: ['push.not-found'],
})

/** The push service accepted it, does not know the browser any more, refused it, or was unreachable. */
const TestOutcome = Type.Union([
  Type.Literal('accepted'),
  Type.Literal('gone'),
  Type.Literal('refused'),
  Type.Literal('away'),
])
export type TestOutcome = Static<typeof TestOutcome>

export const testPush = endpoint({
  operation: 'users.push-test',
  summary: 'Send a test message to the browser of this session',
  method: 'POST',
  path: '/users/push-test',
  access: 'user',
  readModels: [],
  status: 200,
  reply: Type.Object({ outcome: TestOutcome }),
  errors: ['push.off', 'push.not-found', 'rate.exceeded'],
})
