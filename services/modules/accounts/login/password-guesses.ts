import { Rejected } from '#contract/errors.ts'
import type { User } from '#contract/accounts/users.ts'
import type { Call } from '#platform/http/http.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { noteSecurity } from '#platform/http/security-log.ts'
import type { Guess } from '#platform/limits/throttle.ts'
import type { Platform } from '#platform/platform.ts'
import { LOGINS_BY_ADDRESS, LOGINS_BY_CALLER } from '#modules/accounts/accounts.rates.ts'
import type { Credential, Credentials } from '#modules/accounts/passwords/credential.store.ts'
import { roleInEvents } from '#modules/accounts/sessions/account-in-events.ts'
import { createKnownBrowsers } from '#modules/accounts/sessions/known-browsers.ts'
import { rejectIfReadModelBehind } from '#modules/accounts/sessions/read-model-behind.ts'

type Guessed = Awaited<ReturnType<Credentials['guess']>>
type PasswordGuess = { readonly addressHash: string; readonly password: string }

export type PasswordGuesses = {
  /**
   * Returns the user whose password this is, if `accept` agrees. Anything else counts as a wrong guess, for the account and the
   * caller's network, or for the browser if it has logged in to the account before. Throws `rate.exceeded` while a block lasts. After
   * a right one, open a session with the password, or `forget`.
   */
  guess(
    call: Pick<Call<Endpoint>, 'raw' | 'now' | 'requestId'>,
    guess: PasswordGuess,
    accept: (user: User) => Promise<User | undefined>,
  ): Promise<{ readonly user: User; readonly passwordId: string | undefined } | undefined>
  /** Forgets the wrong guesses of an account. */
  forget(userId: string): Promise<void>
}

export const createPasswordGuesses = (
  platform: Platform,
  { credentials }: { readonly credentials: Credentials },
): PasswordGuesses => {
  const { config, passwords, throttle } = platform
  const knownBrowsers = createKnownBrowsers(config)

  /** The user whose password this is. Takes the same time without an account, or with a password that is off. */
  const userWithPassword = async (account: Guessed, password: string) => {
    const isRight = await passwords.verify(account?.passwordHash, password)
    if (!account || !isRight || account.isOff) return undefined
    const user = account.user()
    if (!user?.verified)
      await rejectIfReadModelBehind(platform, account.userId, ({ kind }) => kind === 'verified')
    const role = user?.verified ? await roleInEvents(platform, user) : undefined
    return user && role && { ...user, role }
  }

  /** Rehashes an outdated hash. Under load it waits for the next login. */
  const rehash = async ({ userId, passwordHash }: Credential, password: string): Promise<void> => {
    if (!passwords.isOutdated(passwordHash)) return
    const newHash = await passwords.hash(password).catch((error: unknown) => {
      if (error instanceof Rejected) return undefined
      throw error
    })
    if (newHash !== undefined) await credentials.renew(userId, passwordHash, newHash)
  }

  return {
    forget: credentials.forget,
    async guess(call, { addressHash: hash, password }, accept) {
      const { now, raw, requestId } = call
      const { ip } = raw.request
      const browser = knownBrowsers.idOf(call, hash)
      const byCaller: readonly Guess[] = browser === undefined ? [[LOGINS_BY_CALLER, ip]] : []
      const atAccount: Guess = [LOGINS_BY_ADDRESS, browser === undefined ? hash : `${hash} ${browser}`]
      const check = async () => {
        const counted = await credentials.guess(hash)
        // Guesses from elsewhere must not lock the owner out of a browser that they use.
        const account = counted && { ...counted, isOff: counted.isOff && browser === undefined }
        if (account?.isOff)
          noteSecurity(platform, 'password.off', { requestId, userId: account.userId, address: hash, ip })
        try {
          const owner = await userWithPassword(account, password)
          const user = owner && (await accept(owner))
          return user && { user, account }
        } catch (error) {
          if (account) await credentials.forgive(account.userId)
          throw error
        }
      }
      const guessed = await throttle.guess([...byCaller, atAccount], now, check, [atAccount])
      if (!guessed) return undefined
      const { user, account } = guessed
      if (account) await rehash(account, password)
      return { user, passwordId: account?.passwordId }
    },
  }
}
