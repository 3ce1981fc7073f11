import { Rejected } from '#contract/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { inSpanOf } from '#platform/watch/tracing.ts'
import { isDeleted } from '#modules/accounts/deletion/deletion.decider.ts'
import { confirmationTokens, resetTokens } from '#modules/accounts/mail-token.store.ts'
import { createNewcomers, type Newcomer } from '#modules/accounts/accounts-by-address.ts'
import type { UserCommand } from '#modules/accounts/user.decider.ts'
import { createWishes, type Wish } from './deferred-call.store.ts'

const CONFIRMATION_MS = 24 * 3_600_000
const RESET_MS = 30 * 60_000

type Parts = Pick<Platform, 'config' | 'commands' | 'db' | 'keys' | 'log' | 'throttle'>

/**
 * Does what newcomers were promised, one wish after the other, until none is left that nobody else is at. May be
 * repeated, and is: answers whether it is worth while, because something broke off.
 */
export const grantWishes = async (platform: Parts): Promise<{ readonly isLeft: boolean }> => {
  const { commands, log } = platform
  const confirmations = confirmationTokens(platform)
  const wishes = createWishes(platform)
  const { accountOf, ownerOf, execution } = createNewcomers(platform)

  const signUp = async (newcomer: Newcomer, { email, addressHash, language, ...wish }: Wish) => {
    const userId = await ownerOf(newcomer, addressHash)
    const password = {
      passwordHash: wish.passwordHash,
      signUpId: wish.isBrowser ? newcomer.commandId : null,
    }
    const expiresAt = new Date(newcomer.now.getTime() + CONFIRMATION_MS)
    await commands.execute({
      ...execution(newcomer, userId),
      command: async (state): Promise<UserCommand> => {
        // Soon the address is free, and whoever signs up is somebody else.
        if (isDeleted(state)) throw new Rejected('command.conflict')
        return {
          type: 'SignUp',
          userId,
          email,
          addressHash,
          language,
          // A verified account keeps its password and has no token to renew.
          generation: state.kind === 'verified' ? 0 : await confirmations.renew(userId, expiresAt, password),
        }
      },
    })
  }

  const resend = async (newcomer: Newcomer, { email, addressHash }: Wish) => {
    const account = await accountOf(addressHash)
    if (account?.state.kind !== 'unverified') return
    const { userId } = account
    const expiresAt = new Date(newcomer.now.getTime() + CONFIRMATION_MS)
    await commands.execute({
      ...execution(newcomer, userId),
      command: async (): Promise<UserCommand> => ({
        type: 'RequestConfirmation',
        userId,
        email,
        generation: await confirmations.renew(userId, expiresAt),
      }),
    })
  }

  const resetPassword = async (newcomer: Newcomer, { addressHash, client = 'web' }: Wish) => {
    const account = await accountOf(addressHash)
    if (!account || account.state.kind === 'none' || isDeleted(account.state)) return
    const { userId } = account
    const expiresAt = new Date(newcomer.now.getTime() + RESET_MS)
    await commands.execute({
      ...execution(newcomer, userId),
      command: async (): Promise<UserCommand> => ({
        type: 'RequestPasswordReset',
        userId,
        client,
        generation: await resetTokens(platform, client).renew(userId, expiresAt),
      }),
    })
  }

  const grants = { 'sign-up': signUp, resend, 'reset-password': resetPassword }
  const grant = async (wish: Wish) => {
    const { context, kind, traceparent } = wish
    const newcomer: Newcomer = {
      commandId: context.commandId,
      now: context.at,
      contextOf: (actor) => ({ ...context, actor }),
    }
    const span = { name: `grant ${kind}`, kind: 'consumer' } as const
    await inSpanOf(traceparent, span, () => grants[kind](newcomer, wish))
  }

  let isLeft = false
  for (;;) {
    const claimed = await wishes.claim()
    if (!claimed) return { isLeft }
    try {
      if (claimed.wish) await grant(claimed.wish)
    } catch (error) {
      // Answered long since: what a rule forbids is not to be, what is away comes back.
      if (!(error instanceof Rejected) || error.code === 'command.conflict') {
        log.warn({ err: error }, 'a newcomer waits, and is served later')
        await wishes.release(claimed.id)
        isLeft = true
        continue
      }
    }
    await wishes.remove(claimed.id)
  }
}

/**
 * Not while answers are under way, for what comes after one must not be seen in the time of the next: when it has been
 * quiet for a moment, or so many wait already that few answers are touched by them.
 */
const QUIET_MS = { least: 50, more: 150 }
const LONGEST_MS = 2_000
const AGAIN_MS = 1_500

/** Lets wishes be granted soon after the answer; the worker does those that a crash left. */
export const createGranting = (platform: Parts): (() => void) => {
  let due: { readonly timer: NodeJS.Timeout; readonly since: number } | undefined
  const within = (ms: number) => {
    const now = performance.now()
    const since = due?.since ?? now
    clearTimeout(due?.timer)
    const timer = setTimeout(() => void grant(), Math.max(0, Math.min(ms, since + LONGEST_MS - now))).unref()
    due = { timer, since }
  }
  const grant = async () => {
    due = undefined
    try {
      const { isLeft } = await grantWishes(platform)
      if (isLeft) within(AGAIN_MS)
    } catch (error) {
      platform.log.warn({ err: error }, 'newcomers wait for the database, and are served later')
    }
  }
  return () => within(QUIET_MS.least + Math.random() * QUIET_MS.more)
}
