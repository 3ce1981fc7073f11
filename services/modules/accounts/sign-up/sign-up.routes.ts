import { Rejected } from '#contract/errors.ts'
import { initiateVerification, signup, verifyEmail } from '#contract/accounts/sign-up.ts'
import { zoneOf } from '#contract/workspaces/subscription/subscription.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Answer, Call, Routes } from '#platform/http/http.ts'
import { TOKENS_BY_CALLER, type MailTokens } from '#platform/mail/mail-tokens.ts'
import type { Platform } from '#platform/platform.ts'
import { userById } from '#projections/users/queries.ts'
import { invitationById } from '#projections/workspaces/queries.ts'
import type { Credentials } from '#modules/accounts/passwords/credential.store.ts'
import type { IdentityLinks } from '#modules/accounts/providers/identity-links.ts'
import { confirmationTokens } from '#modules/accounts/mail-token.store.ts'
import { CHECK_EMAIL_REPLY, type Defer } from '#modules/accounts/deferred/defer.ts'
import { requireGoodPassword } from '#modules/accounts/passwords/new-password.ts'
import type { AccountsByAddress } from '#modules/accounts/accounts-by-address.ts'
import { isBrowser, siteOf, type SessionTokens } from '#modules/accounts/sessions/session-tokens.ts'
import { createSignUpBrowsers } from './sign-up-browsers.ts'
import type { UserCommand } from '#modules/accounts/user.decider.ts'
import type { UserState } from '#modules/accounts/user.state.ts'

export type Invitations = Pick<MailTokens, 'find' | 'markUsed'>

type Parts = {
  readonly credentials: Credentials
  readonly sessionTokens: SessionTokens
  readonly accountsByAddress: AccountsByAddress
  readonly identityLinks: IdentityLinks
  readonly invitations: Invitations
  readonly defer: Defer
}

export const signUpRoutes = (
  routes: Routes,
  platform: Platform,
  { credentials, sessionTokens, accountsByAddress, identityLinks, invitations, defer }: Parts,
): void => {
  const { config, commands, passwords, throttle, db } = platform
  const { reserve, execution, mayMail } = accountsByAddress
  const confirmations = confirmationTokens(platform)
  const signUpBrowsers = createSignUpBrowsers(config)

  const signUp = async (call: Call<typeof signup>, email: string): Promise<Answer<typeof signup>> => {
    const hash = addressHash(config.ADDRESS_KEY, email)
    requireGoodPassword(config, call.body.password, [email])
    signUpBrowsers.remember(call, hash)
    if (await mayMail(call, hash)) {
      const passwordHash = await passwords.hash(call.body.password)
      const name = call.body.name || null
      await defer(call, { kind: 'sign-up', email, name, addressHash: hash, passwordHash })
    }
    return { position: null, reply: () => CHECK_EMAIL_REPLY }
  }

  /** Never true for a super admin, whose password an invitation must not set. */
  const hasNoLogin = async (hash: string, { identities, role }: Account): Promise<boolean> =>
    role !== 'super admin' && identities.size === 0 && (await credentials.find(hash)) === undefined

  const signUpInvited = async (call: Call<typeof signup>, token: string): Promise<Answer<typeof signup>> => {
    const { now } = call
    const known = await throttle.judge([TOKENS_BY_CALLER, call.raw.request.ip], now, async () => {
      const found = await invitations.find(token, now)
      return found && { ...found, invitation: await invitationById(db, found.subjectId, now) }
    })
    if (!known?.invitation?.email) throw new Rejected('invitation.not-found')
    const { email, role, workspaceName } = known.invitation
    const hash = addressHash(config.ADDRESS_KEY, email)
    if (call.body.email && addressHash(config.ADDRESS_KEY, call.body.email) !== hash)
      throw new Rejected('input.invalid', [{ field: 'email', problem: 'is not the invited address' }])
    requireGoodPassword(config, call.body.password, [email, workspaceName])
    const passwordHash = await passwords.hash(call.body.password)
    const userId = await reserve(call, hash)
    const { position } = await commands.execute({
      ...execution(call, userId),
      command: async (state): Promise<UserCommand> => {
        if (known.usedAt && state.kind !== 'verified') throw new Rejected('invitation.not-found')
        // A stranger's password may wait for a confirmation link that the invited person could click.
        if (state.kind === 'unverified') await confirmations.revoke(userId, now)
        const isLoginMissing = state.kind === 'verified' && !known.usedAt && (await hasNoLogin(hash, state))
        // Before the event: a crash must not leave a verified account without a password.
        if (state.kind !== 'verified' || isLoginMissing) await credentials.set(userId, hash, passwordHash)
        const { language } = call
        return {
          type: 'SignUpInvited',
          userId,
          email,
          name: call.body.name || null,
          addressHash: hash,
          language,
          role,
          hasNoLogin: isLoginMissing,
        }
      },
    })
    await invitations.markUsed(known.subjectId, now)
    return { position, reply: () => CHECK_EMAIL_REPLY }
  }

  routes.command(signup, (call) => {
    const { verificationToken } = call.body
    if (verificationToken) return signUpInvited(call, verificationToken)
    const email = call.body.email?.trim()
    if (!email) throw new Rejected('input.invalid', [{ field: 'email', problem: 'Email is required.' }])
    return signUp(call, email)
  })

  routes.command(initiateVerification, async (call) => {
    const email = call.body.email.trim()
    const hash = addressHash(config.ADDRESS_KEY, email)
    if (await mayMail(call, hash))
      await defer(call, { kind: 'resend', email, addressHash: hash, passwordHash: null })
    return { position: null, reply: () => CHECK_EMAIL_REPLY }
  })

  routes.command(verifyEmail, async (call) => {
    const { now } = call
    await throttle.require(TOKENS_BY_CALLER, call.raw.request.ip, call.now)
    const token = await confirmations.find(call.params.verificationToken, now)
    if (!token) return identityLinks.confirm(call)
    const userId = token.subjectId
    const { password } = call.body
    const choosesPassword = password !== undefined && !token.usedAt
    if (choosesPassword) requireGoodPassword(config, password, [(await userById(db, userId))?.email])
    const newHash = choosesPassword ? await passwords.hash(password) : undefined
    /** The password from sign-up counts in the browser that chose it, and for clients that are not browsers. */
    const chosenPassword = (hash: string): string => {
      const isSameBrowser = !isBrowser(call) || signUpBrowsers.isOf(call, token.signUpId, hash)
      const chosen = newHash ?? (isSameBrowser ? token.passwordHash : null)
      if (chosen === null) throw new Rejected('password.needed')
      return chosen
    }
    let passwordId: string | undefined
    const { position, events, state } = await commands.execute({
      ...execution(call, userId),
      async command(before): Promise<UserCommand> {
        // Before the event, as above.
        if (before.kind === 'unverified' && !token.usedAt)
          passwordId = await credentials.set(userId, before.addressHash, chosenPassword(before.addressHash))
        const proposedZone = zoneOf(call.body)
        return { type: 'VerifyEmail', userId, isOtherBrowser: choosesPassword, proposedZone }
      },
    })
    await confirmations.markUsed(userId, now)
    // Only the call that has verified the account, from our page, in the browser that signed up.
    const logsIn =
      events.length > 0 &&
      passwordId !== undefined &&
      state.kind === 'verified' &&
      siteOf(call) === 'same-origin' &&
      signUpBrowsers.isOf(call, token.signUpId, state.addressHash)
    if (!logsIn) return { position, reply: () => ({}) }
    const user = { id: userId, role: state.role, passwordId }
    return { position, reply: () => sessionTokens.open(call, user, 'web').catch(withoutLogin) }
  })
}

/** The password changed after the confirmation. That stands, and the owner logs in with the new one. */
const withoutLogin = (error: unknown): Record<string, never> => {
  if (error instanceof Rejected && error.code === 'login.failed') return {}
  throw error
}

type Account = Exclude<UserState, { kind: 'none' }>
