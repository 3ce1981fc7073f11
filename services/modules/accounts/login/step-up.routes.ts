import { Rejected } from '#contract/errors.ts'
import { stepUp } from '#contract/accounts/sessions.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { PASSKEY_LOGINS_BY_CALLER } from '#modules/accounts/accounts.rates.ts'
import type { ProviderSignIns } from '#modules/accounts/providers/provider-sign-ins.ts'
import type { SessionTokens } from '#modules/accounts/sessions/session-tokens.ts'
import type { Sessions } from '#modules/accounts/sessions/session.store.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import type { PasskeyLogins } from './passkey-logins.ts'
import type { PasswordGuesses } from './password-guesses.ts'

type Parts = {
  readonly sessions: Sessions
  readonly sessionTokens: SessionTokens
  readonly passkeyLogins: PasskeyLogins
  readonly passwordGuesses: PasswordGuesses
  readonly providerSignIns: ProviderSignIns
}
type StepUp = Call<typeof stepUp>

/** Only Microsoft's token, an ID token, is a JWT. */
const JWT = /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/

/** The caller proves again who they are, and the login of their session is fresh. */
export const stepUpRoutes = (
  routes: Routes,
  { commands, throttle }: Platform,
  { sessions, sessionTokens, passkeyLogins, passwordGuesses, providerSignIns }: Parts,
): void => {
  const provedByPassword = async (call: StepUp, password: string): Promise<boolean> => {
    const { userId } = call.caller
    const { state } = await commands.load(userDecider, userStream(userId))
    if (state.kind !== 'verified') return false
    const { addressHash } = state
    const guessed = await passwordGuesses.guess(call, { addressHash, password }, async (user) => {
      if (user.id !== userId) return undefined
      return user.role === 'super admin' ? passkeyLogins.withSecondFactor(call, user, undefined) : user
    })
    if (guessed) await passwordGuesses.forget(userId)
    return guessed !== undefined
  }

  const provedByPasskey = async (call: StepUp, assertion: NonNullable<StepUp['body']['assertion']>) => {
    const guess = [PASSKEY_LOGINS_BY_CALLER, call.raw.request.ip] as const
    const isOwn = async () => (await passkeyLogins.isOwn(call, call.caller.userId, assertion)) || undefined
    return (await throttle.guess([guess], call.now, isOwn)) ?? false
  }

  const provedByProvider = async (call: StepUp, token: string): Promise<true> => {
    const provider = JWT.test(token) ? 'microsoft' : 'google'
    const { userId } = await providerSignIns.verify(provider, token, call)
    if (userId !== call.caller.userId) throw new Rejected(`${provider}.refused`)
    return true
  }

  const isProved = (call: StepUp): Promise<boolean> => {
    const { password, assertion, providerToken } = call.body
    if ([password, assertion, providerToken].filter((proof) => proof !== undefined).length !== 1)
      throw new Rejected('input.invalid', [{ field: 'password', problem: 'must be the only proof' }])
    if (assertion) return provedByPasskey(call, assertion)
    if (providerToken !== undefined) return provedByProvider(call, providerToken)
    return provedByPassword(call, password!)
  }

  routes.query(stepUp, async (call) => {
    const { caller, now } = call
    if (!(await isProved(call))) throw new Rejected('login.failed')
    const session = await sessions.renewLogin(caller.sessionId, now)
    if (!session) throw new Rejected('session.ended')
    return sessionTokens.sign(session, caller.role)
  })
}
