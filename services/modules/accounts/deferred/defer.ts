import type { Call } from '#platform/http/http.ts'
import type { signup } from '#contract/accounts/sign-up.ts'
import type { Platform } from '#platform/platform.ts'
import { traceOfNow } from '#platform/watch/tracing.ts'
import { createGranting } from './run-deferred.ts'
import { isBrowser } from '#modules/accounts/sessions/session-answers.ts'
import type { Actor } from '#platform/facts/facts.ts'
import { createWishes, type Wish } from './deferred-call.store.ts'

const SOMEBODY: Actor = { kind: 'anonymous', userId: null, role: null }
export const checkYourEmail = { message: 'Check your email' }

/**
 * Everything up to the answer is the same work for an address that is unknown, unverified or verified; what differs
 * comes after it.
 */
export type MakePromise = (
  call: Pick<Call<typeof signup>, 'contextOf' | 'language' | 'raw' | 'now'>,
  wish: Pick<Wish, 'kind' | 'email' | 'addressHash' | 'passwordHash' | 'client'>,
) => Promise<void>

export const createPromises = (platform: Platform): MakePromise => {
  const wishes = createWishes(platform)
  const grantSoon = createGranting(platform)
  return async (call, wish) => {
    const { actor: _, isGuarded: __, ...context } = call.contextOf(SOMEBODY)
    const { language } = call
    const { traceparent = null } = traceOfNow()
    await wishes.add({ ...wish, language, isBrowser: isBrowser(call), context, traceparent })
    call.raw.reply.raw.once('close', grantSoon)
  }
}
