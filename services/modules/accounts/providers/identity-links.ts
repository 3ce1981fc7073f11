import { Rejected } from '#contract/errors.ts'
import type { verifyGoogle } from '#contract/accounts/providers.ts'
import type { verifyEmail } from '#contract/accounts/sign-up.ts'
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
import { opensAtOnce, type UserCommand, type UserState } from '#modules/accounts/user.decider.ts'

const LINK_MS = 30 * 60_000
const LINK_COOKIE = 'identity_link'

type SignInCall = AnonymousHttpCall & Pick<Call<typeof verifyGoogle>, 'language'>

/** How an account of a provider comes to open an account of ours. */
export type IdentityLinks = {
  /**
   * Links an identity that nobody has yet to the account of its address, which is made if need be; returns the
   * user's id. Where the provider's word is not enough a mail asks the address, and `identity.unconfirmed` is thrown.
   */
  claim(call: SignInCall, identity: ProviderIdentity, identityHash: string): Promise<string>
  /** The answer to that mail; it counts in the browser that asked alone. Throws `token.not-found`, `identity.other-browser`. */
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

  /** Nobody has shown yet that the account is theirs: what was prepared for it must not open it for somebody else. */
  const wipe = async (userId: string, now: Date) => {
    await sessions.endAll(userId, now)
    await confirmations.revoke(userId, now)
  }

  /**
   * Goes when the fact stands: before it, an invited sign-up that comes first would lose the password that it has set.
   * Whoever set one had a mail to the address, and did not get as far as the account.
   */
  const wipePassword = async (before: UserState['kind'] | undefined, userId: string) => {
    if (before === 'unverified') await credentials.remove(userId)
  }

  /** Without it, whoever writes somebody's address into their own account could have that person let them in by a click. */
  const browserSecret = (userId: string, generation: number) =>
    hmac(config.TOKEN_SECRET, 'identity-link', userId, String(generation))

  /** The same answer whether a mail goes out or not. */
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
      const needsMail = !opensAtOnce(signIn, account?.state ?? { kind: 'none' })
      if (needsMail && !(await accountsByAddress.mayMail(call, hash))) throw unconfirmed(call, randomToken())
      const userId = account?.userId ?? (await accountsByAddress.reserve(call, hash))
      let secret = randomToken()
      let was: UserState['kind'] | undefined
      const { state } = await commands.execute({
        ...accountsByAddress.execution(call, userId),
        async command(before): Promise<UserCommand> {
          let generation = 0
          if (!opensAtOnce(signIn, before)) {
            generation = await tokens.renew(userId, new Date(now.getTime() + LINK_MS))
            secret = browserSecret(userId, generation)
          } else if (before.kind === 'unverified') await wipe(userId, now)
          was = before.kind
          return {
            type: 'SignInByProvider',
            userId,
            email,
            addressHash: hash,
            language,
            generation,
            ...signIn,
          }
        },
      })
      if (state.kind === 'none' || !state.identities.has(identityHash)) throw unconfirmed(call, secret)
      await wipePassword(was, userId)
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
      let was: UserState['kind'] | undefined
      const { position, state } = await commands.execute({
        ...accountsByAddress.execution(call, userId),
        async command(before): Promise<UserCommand> {
          was = before.kind
          if (before.kind === 'unverified') await wipe(userId, now)
          return { type: 'ConfirmIdentity', userId, generation }
        },
      })
      await wipePassword(was, userId)
      if (state.kind === 'verified' && state.asked && state.identities.has(state.asked.identityHash))
        await identities.link(state.asked.identityHash, userId)
      await tokens.markUsed(userId, now)
      return { position, reply: () => ({}) }
    },
  }
}
