import { createECDH } from 'node:crypto'
import type { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import webPush from 'web-push'
import type { Config } from '../config/config.ts'
import { isPushEndpoint, publicLookup } from './push-hosts.ts'

/** A browser's `PushSubscription`. */
export type Subscriber = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export type PushMessage = {
  /** Encrypted for the browser, so the push service cannot read it. */
  readonly payload: object
  readonly ttlSeconds: number
  /** Replaces an undelivered message with the same topic. At most 32 letters, digits, `-` and `_`. */
  readonly topic: string
}

export type PushAnswer =
  | { readonly outcome: 'accepted' }
  /** The subscription no longer exists. */
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'refused'; readonly status: number }
  /** No answer, or a temporary error. */
  | { readonly outcome: 'away'; readonly retryAfterMs: number; readonly fault: string }

/** Web Push (RFC 8030, 8291, 8292). */
export type Push = {
  /** The VAPID key for browsers to subscribe with. */
  readonly publicKey: string
  /** Whether the endpoint is a known push service and the key is valid. */
  takes(subscriber: Subscriber): boolean
  /** Sends once. Never throws for an error of the push service. */
  send(to: Subscriber, message: PushMessage): Promise<PushAnswer>
}

/** For tests. */
export type PushOptions = {
  /** An origin that counts as a push service. */
  readonly origin?: string
  readonly resolve?: typeof lookup
}

const TIMEOUT_MS = 10_000
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

/** The contact for push services: an https URL or a mailto address. */
const subjectOf = ({ PUBLIC_BASE_URL, MAIL_FROM }: Pick<Config, 'PUBLIC_BASE_URL' | 'MAIL_FROM'>): string =>
  PUBLIC_BASE_URL.startsWith('https:')
    ? PUBLIC_BASE_URL
    : `mailto:${/<([^<>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`

type PushRequest = {
  readonly url: URL
  readonly headers: http.OutgoingHttpHeaders
  readonly body: Buffer | null
}

/** Does not follow redirects and does not read the body. */
const post = ({ url, headers, body }: PushRequest, resolveBy: https.RequestOptions['lookup']) => {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; retryAfter: number }>()
  const { request } = url.protocol === 'http:' ? http : https
  const sent = request(
    url,
    {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      agent: false,
      ...(resolveBy && { lookup: resolveBy }),
    },
    (answer) => {
      const retryAfter = Number(answer.headers['retry-after'] ?? 0) || 0
      answer.on('error', () => {}).destroy()
      resolve({ status: answer.statusCode ?? 0, retryAfter })
    },
  )
  sent.on('error', reject)
  sent.end(body)
  return promise
}

const answerOf = (status: number, retryAfterSeconds: number): PushAnswer => {
  if (status >= 200 && status < 300) return { outcome: 'accepted' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status !== 429 && status < 500) return { outcome: 'refused', status }
  const retryAfterMs = Math.min(LONGEST_WAIT_MS, Math.max(0, retryAfterSeconds * 1_000))
  return { outcome: 'away', retryAfterMs, fault: `status ${status}` }
}

/** Returns null if no key is configured. */
export const createPush = (
  config: Pick<Config, 'VAPID_PRIVATE_KEY' | 'PUBLIC_BASE_URL' | 'MAIL_FROM'>,
  { origin, resolve }: PushOptions = {},
): Push | null => {
  const { VAPID_PRIVATE_KEY: privateKey } = config
  if (privateKey === undefined) return null
  const publicKey = publicKeyOf(privateKey)
  const vapidDetails = { subject: subjectOf(config), publicKey, privateKey }
  const lookupPublic = publicLookup(resolve)
  return {
    publicKey,
    takes: ({ endpoint, keys }) => isPushEndpoint(endpoint, origin) && isOnCurve(keys.p256dh),
    async send({ endpoint, keys }, { payload, ttlSeconds, topic }) {
      // Check again: another version of the program may have accepted other endpoints.
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
          url.origin === origin ? undefined : lookupPublic,
        )
        return answerOf(status, retryAfter)
      } catch (error) {
        // The message may contain the endpoint, which is enough to send messages.
        const { name, code = name } = error as NodeJS.ErrnoException
        return { outcome: 'away', retryAfterMs: 0, fault: code }
      }
    },
  }
}
