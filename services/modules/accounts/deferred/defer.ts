import type { Call } from '#platform/http/http.ts'
import type { signup } from '#contract/accounts/sign-up.ts'
import type { Platform } from '#platform/platform.ts'
import { traceOfNow } from '#platform/watch/tracing.ts'
import { createDeferredRunner } from './run-deferred.ts'
import { isBrowser } from '#modules/accounts/sessions/session-tokens.ts'
import type { Actor } from '#platform/facts/facts.ts'
import { createDeferredCalls, type DeferredCall } from './deferred-call.store.ts'

const ANONYMOUS: Actor = { kind: 'anonymous', userId: null, role: null }
export const CHECK_EMAIL_REPLY = { message: 'Check your email' }

/**
 * Stores a call and runs it after the HTTP answer. Until the answer the work is the same for an unknown, an unverified
 * and a verified address.
 */
export type Defer = (
  call: Pick<Call<typeof signup>, 'contextOf' | 'language' | 'raw' | 'now'>,
  deferred: Pick<DeferredCall, 'kind' | 'email' | 'name' | 'addressHash' | 'passwordHash' | 'client'>,
) => Promise<void>

export const createDefer = (platform: Platform): Defer => {
  const deferredCalls = createDeferredCalls(platform)
  const scheduleRun = createDeferredRunner(platform)
  return async (call, deferred) => {
    const { actor: _, isGuarded: __, ...context } = call.contextOf(ANONYMOUS)
    const { language } = call
    const { traceparent = null } = traceOfNow()
    await deferredCalls.add({ ...deferred, language, isBrowser: isBrowser(call), context, traceparent })
    call.raw.reply.raw.once('close', scheduleRun)
  }
}
