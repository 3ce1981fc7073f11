import { Rejected } from '#contract/errors.ts'
import type { verifyGoogle } from '#contract/accounts/providers.ts'
import type { verifyEmail } from '#contract/accounts/sign-up.ts'
import { zoneOf } from '#contract/workspaces/subscription/subscription.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Answer, Call } from '#platform/http/http.ts'
import { hmac, randomToken } from '#platform/primitives/ids.ts'
import type { ProviderIdentity } from '#platform/oidc/provider-identity.ts'
import type { Platform } from '#platform/platform.ts'
import type { Credentials } from '#modules/accounts/passwords/credential.store.ts'
import type { Identities } from './identity.store.ts'
import { confirmationTokens, identityTokens } from '#modules/accounts/mail-token.store.ts'
import type { AnonymousHttpCall, AccountsByAddress } from '#modules/accounts/accounts-by-address.ts'
import { apiCookie } from '#modules/accounts/sessions/session-tokens.ts'
import type { Sessions } from '#modules/accounts/sessions/session.store.ts'
import { linksWithoutMail, type UserCommand } from '#modules/accounts/user.decider.ts'
import type { UserState } from '#modules/accounts/user.state.ts'

const LINK_MS = 30 * 60_000
const LINK_COOKIE = 'identity_link'

type SignInCall = AnonymousHttpCall & Pick<Call<typeof verifyGoogle>, 'body' | 'language'>

/** Links provider identities to accounts. */
export type IdentityLinks = {
  /**
   * Links a new identity to the account of its address and returns the user id. Creates the account if there is none.
   * If the link needs a confirmation by mail, sends the mail and throws `identity.unconfirmed`.
   */
  claim(call: SignInCall, identity: ProviderIdentity, identityHash: string): Promise<string>
  /** Confirms the link from that mail. Throws `token.not-found`, or `identity.other-browser` in another browser. */
  confirm(call: Call<typeof verifyEmail>): Promise<Answer<typeof verifyEmail>>
}

type Parts = {
  readonly credentials: Credentials
  readonly sessions: Sessions
  readonly identities: Identities
  readonly accountsByAddress: AccountsByAddress
}

export const createIdentityLinks = (
  platform: Platform,
  { credentials, sessions, identities, accountsByAddress }: Parts,
): IdentityLinks => {
  const { config, commands } = platform
  const confirmations = confirmationTokens(platform)
  const tokens = identityTokens(platform)

  /** Pre-hijacking: an attacker who prepared an unverified account must not keep access to it. */
  const endEarlierAccess = async (userId: string, now: Date) => {
    await sessions.endAll(userId, now)
    await confirmations.revoke(userId, now)
  }

  /** Runs after the event: an invited sign-up that wins the race must keep the password that it has set. */
  const removeEarlierPassword = async (kindBefore: UserState['kind'] | undefined, userId: string) => {
    if (kindBefore === 'unverified') await credentials.remove(userId)
  }

  /** Otherwise an attacker with a victim's address in a provider account could make the victim link it with one click. */
  const browserSecret = (userId: string, generation: number) =>
    hmac(config.TOKEN_SECRET, 'identity-link', userId, String(generation))

  /** The same reply with and without a mail. */
  const unconfirmed = ({ raw }: SignInCall, secret: string): Rejected => {
    raw.reply.setCookie(LINK_COOKIE, secret, { ...apiCookie(config), maxAge: LINK_MS / 1_000 })
    return new Rejected('identity.unconfirmed')
  }

  return {
    async claim(call, { provider, email, isProved }, identityHash) {
      if (email === null) throw new Rejected(`${provider}.refused`)
      const { now, language } = call
      const hash = addressHash(config.ADDRESS_KEY, email)
      const signIn = { identity: { provider, identityHash }, isProved }
      const account = await accountsByAddress.accountOf(hash)
      const needsMail = !linksWithoutMail(signIn, account?.state ?? { kind: 'none' })
      if (needsMail && !(await accountsByAddress.mayMail(call, hash))) throw unconfirmed(call, randomToken())
      const userId = account?.userId ?? (await accountsByAddress.reserve(call, hash))
      let secret = randomToken()
      let kindBefore: UserState['kind'] | undefined
      const { state } = await commands.execute({
        ...accountsByAddress.execution(call, userId),
        async command(before): Promise<UserCommand> {
          let generation = 0
          if (!linksWithoutMail(signIn, before)) {
            generation = await tokens.renew(userId, new Date(now.getTime() + LINK_MS))
            secret = browserSecret(userId, generation)
          } else if (before.kind === 'unverified') await endEarlierAccess(userId, now)
          kindBefore = before.kind
          return {
            type: 'SignInByProvider',
            userId,
            email,
            addressHash: hash,
            language,
            generation,
            proposedZone: zoneOf(call.body),
            ...signIn,
          }
        },
      })
      if (state.kind === 'none' || !state.identities.has(identityHash)) throw unconfirmed(call, secret)
      await removeEarlierPassword(kindBefore, userId)
      await identities.link(identityHash, userId)
      return userId
    },

    async confirm(call) {
      const { now, params, raw } = call
      const token = await tokens.find(params.verificationToken, now)
      if (!token) throw new Rejected('token.not-found')
      const { subjectId: userId, generation } = token
      if (raw.request.cookies[LINK_COOKIE] !== browserSecret(userId, generation))
        throw new Rejected('identity.other-browser')
      let kindBefore: UserState['kind'] | undefined
      const { position, state } = await commands.execute({
        ...accountsByAddress.execution(call, userId),
        async command(before): Promise<UserCommand> {
          kindBefore = before.kind
          if (before.kind === 'unverified') await endEarlierAccess(userId, now)
          return { type: 'ConfirmIdentity', userId, generation, proposedZone: zoneOf(call.body) }
        },
      })
      await removeEarlierPassword(kindBefore, userId)
      if (state.kind === 'verified' && state.pendingIdentity) {
        const { identityHash } = state.pendingIdentity
        if (state.identities.has(identityHash)) await identities.link(identityHash, userId)
      }
      await tokens.markUsed(userId, now)
      return { position, reply: () => ({}) }
    },
  }
}
