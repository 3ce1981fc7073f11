import { createECDH } from 'node:crypto'
import type { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import webPush from 'web-push'
import type { Config } from '../config/config.ts'
import { isPushEndpoint, publicLookup } from './push-hosts.ts'

/** A browser that takes messages, as its `PushSubscription` says it. */
export type Subscriber = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export type PushMessage = {
  /** Encrypted for the browser; the push service reads none of it. */
  readonly payload: object
  /** The service keeps it no longer. */
  readonly ttlSeconds: number
  /** Takes the place of what is kept under the same one: at most 32 letters, digits, `-` and `_`. */
  readonly topic: string
}

export type PushAnswer =
  | { readonly outcome: 'accepted' }
  /** The browser takes no more messages there. */
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'refused'; readonly status: number }
  /** There was no answer, or a busy one. */
  | { readonly outcome: 'away'; readonly retryAfterMs: number; readonly fault: string }

/** Web Push (RFC 8030, 8291, 8292). */
export type Push = {
  /** What browsers subscribe by. */
  readonly publicKey: string
  /** Whether it can be sent to: a known push service, and a key on the curve. */
  takes(subscriber: Subscriber): boolean
  /** Asks once; never throws for what a push service does. */
  send(to: Subscriber, message: PushMessage): Promise<PushAnswer>
}

/** Other than in production, for tests. */
export type PushOptions = {
  /** An origin that is taken for a push service, wherever it is. */
  readonly origin?: string
  readonly resolve?: typeof lookup
}

const WITHIN_MS = 10_000
const LONGEST_WAIT_MS = 3_600_000

const publicKeyOf = (privateKey: string): string => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return pair.getPublicKey('base64url')
}

const isOnCurve = (point: string): boolean => {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(point, 'base64url')
    return true
  } catch {
    return false
  }
}

/** Whom a push service may write to; it takes no other address. */
const subjectOf = ({ PUBLIC_BASE_URL, MAIL_FROM }: Pick<Config, 'PUBLIC_BASE_URL' | 'MAIL_FROM'>): string =>
  PUBLIC_BASE_URL.startsWith('https:')
    ? PUBLIC_BASE_URL
    : `mailto:${/<([^<>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`

type Asked = { readonly url: URL; readonly headers: http.OutgoingHttpHeaders; readonly body: Buffer | null }

/** A redirect is an answer like any other: nobody follows it, and nobody reads the body. */
const post = ({ url, headers, body }: Asked, resolveBy: https.RequestOptions['lookup']) => {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; retryAfter: number }>()
  const { request } = url.protocol === 'http:' ? http : https
  const asking = request(
    url,
    {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(WITHIN_MS),
      agent: false,
      ...(resolveBy && { lookup: resolveBy }),
    },
    (answer) => {
      const retryAfter = Number(answer.headers['retry-after'] ?? 0) || 0
      answer.on('error', () => {}).destroy()
      resolve({ status: answer.statusCode ?? 0, retryAfter })
    },
  )
  asking.on('error', reject)
  asking.end(body)
  return promise
}

const answerOf = (status: number, retryAfterSeconds: number): PushAnswer => {
  if (status >= 200 && status < 300) return { outcome: 'accepted' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status !== 429 && status < 500) return { outcome: 'refused', status }
  const retryAfterMs = Math.min(LONGEST_WAIT_MS, Math.max(0, retryAfterSeconds * 1_000))
  return { outcome: 'away', retryAfterMs, fault: `status ${status}` }
}

/** Null where no key is set: then there are no pushes. */
export const createPush = (
  config: Pick<Config, 'VAPID_PRIVATE_KEY' | 'PUBLIC_BASE_URL' | 'MAIL_FROM'>,
  { origin, resolve }: PushOptions = {},
): Push | null => {
  const { VAPID_PRIVATE_KEY: privateKey } = config
  if (privateKey === undefined) return null
  const publicKey = publicKeyOf(privateKey)
  const vapidDetails = { subject: subjectOf(config), publicKey, privateKey }
  const ofPublic = publicLookup(resolve)
  return {
    publicKey,
    takes: ({ endpoint, keys }) => isPushEndpoint(endpoint, origin) && isOnCurve(keys.p256dh),
    async send({ endpoint, keys }, { payload, ttlSeconds, topic }) {
      // Asked again: it was let in by a program that may have known others.
      if (!isPushEndpoint(endpoint, origin)) return { outcome: 'gone' }
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { ...keys } },
        JSON.stringify(payload),
        { vapidDetails, TTL: ttlSeconds, urgency: 'high', topic },
      )
      const url = new URL(endpoint)
      try {
        const { status, retryAfter } = await post(
          { url, headers, body },
          url.origin === origin ? undefined : ofPublic,
        )
        return answerOf(status, retryAfter)
      } catch (error) {
        // Its message may hold the address, by which whoever reads the log could write there.
        const { name, code = name } = error as NodeJS.ErrnoException
        return { outcome: 'away', retryAfterMs: 0, fault: code }
      }
    },
  }
}
