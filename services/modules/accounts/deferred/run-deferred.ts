import { Rejected } from '#contract/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { inSpanOf } from '#platform/watch/tracing.ts'
import { isDeleted } from '#modules/accounts/deletion/deletion.decider.ts'
import { confirmationTokens, resetTokens } from '#modules/accounts/mail-token.store.ts'
import { createAccountsByAddress, type AnonymousCall } from '#modules/accounts/accounts-by-address.ts'
import type { UserCommand } from '#modules/accounts/user.decider.ts'
import { createDeferredCalls, type DeferredCall } from './deferred-call.store.ts'

const CONFIRMATION_MS = 24 * 3_600_000
const RESET_MS = 30 * 60_000

type Parts = Pick<Platform, 'config' | 'commands' | 'db' | 'keys' | 'log' | 'rowMacs' | 'throttle'>

/** Runs deferred calls until none is claimable. `isLeft`: a call failed and has to run again later. */
export const runDeferredCalls = async (platform: Parts): Promise<{ readonly isLeft: boolean }> => {
  const { commands, log } = platform
  const confirmations = confirmationTokens(platform)
  const deferredCalls = createDeferredCalls(platform)
  const { accountOf, reserve, execution } = createAccountsByAddress(platform)

  const signUp = async (call: AnonymousCall, deferred: DeferredCall) => {
    const { email, name = null, addressHash, language, passwordHash, isBrowser } = deferred
    const userId = await reserve(call, addressHash)
    const password = { passwordHash, signUpId: isBrowser ? call.commandId : null }
    const expiresAt = new Date(call.now.getTime() + CONFIRMATION_MS)
    await commands.execute({
      ...execution(call, userId),
      command: async (state): Promise<UserCommand> => {
        // The address is released soon. The retry then signs up a new user.
        if (isDeleted(state)) throw new Rejected('command.conflict')
        return {
          type: 'SignUp',
          userId,
          email,
          name,
          addressHash,
          language,
          // A verified account keeps its password and gets no token.
          generation: state.kind === 'verified' ? 0 : await confirmations.renew(userId, expiresAt, password),
        }
      },
    })
  }

  const resend = async (call: AnonymousCall, { email, addressHash }: DeferredCall) => {
    const account = await accountOf(addressHash)
    if (account?.state.kind !== 'unverified') return
    const { userId } = account
    const expiresAt = new Date(call.now.getTime() + CONFIRMATION_MS)
    await commands.execute({
      ...execution(call, userId),
      command: async (): Promise<UserCommand> => ({
        type: 'RequestConfirmation',
        userId,
        email,
        generation: await confirmations.renew(userId, expiresAt),
      }),
    })
  }

  const resetPassword = async (call: AnonymousCall, { addressHash, client = 'web' }: DeferredCall) => {
    const account = await accountOf(addressHash)
    if (!account || account.state.kind === 'none' || isDeleted(account.state)) return
    const { userId } = account
    const expiresAt = new Date(call.now.getTime() + RESET_MS)
    await commands.execute({
      ...execution(call, userId),
      command: async (): Promise<UserCommand> => ({
        type: 'RequestPasswordReset',
        userId,
        client,
        generation: await resetTokens(platform, client).renew(userId, expiresAt),
      }),
    })
  }

  const handlers = { 'sign-up': signUp, resend, 'reset-password': resetPassword }
  const run = async (deferred: DeferredCall) => {
    const { context, kind, traceparent } = deferred
    const call: AnonymousCall = {
      commandId: context.commandId,
      now: context.at,
      contextOf: (actor) => ({ ...context, actor }),
    }
    const span = { name: `deferred ${kind}`, kind: 'consumer' } as const
    await inSpanOf(traceparent, span, () => handlers[kind](call, deferred))
  }

  let isLeft = false
  for (;;) {
    const claimed = await deferredCalls.claim()
    if (!claimed) return { isLeft }
    try {
      if (claimed.call) await run(claimed.call)
    } catch (error) {
      // The client already has its answer: drop a call that a rule rejects, retry everything else.
      if (!(error instanceof Rejected) || error.code === 'command.conflict') {
        log.warn({ err: error }, 'a deferred call failed and is retried')
        await deferredCalls.release(claimed.id)
        isLeft = true
        continue
      }
    }
    await deferredCalls.remove(claimed.id)
  }
}

/**
 * Deferred work must not slow down the next answer, which would reveal what the work was. So it starts after a quiet
 * period of random length, or after `LONGEST_MS` under constant load.
 */
const QUIET_MS = { least: 50, more: 150 }
const LONGEST_MS = 2_000
const RETRY_MS = 1_500

/** Returns a function that schedules a run. Calls that a crash left behind are run by the worker. */
export const createDeferredRunner = (platform: Parts): (() => void) => {
  let scheduled: { readonly timer: NodeJS.Timeout; readonly since: number } | undefined
  const schedule = (ms: number) => {
    const now = performance.now()
    const since = scheduled?.since ?? now
    clearTimeout(scheduled?.timer)
    const timer = setTimeout(() => void run(), Math.max(0, Math.min(ms, since + LONGEST_MS - now))).unref()
    scheduled = { timer, since }
  }
  const run = async () => {
    scheduled = undefined
    try {
      const { isLeft } = await runDeferredCalls(platform)
      if (isLeft) schedule(RETRY_MS)
    } catch (error) {
      platform.log.warn({ err: error }, 'deferred calls wait for the database')
    }
  }
  return () => schedule(QUIET_MS.least + Math.random() * QUIET_MS.more)
}
