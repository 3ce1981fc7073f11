import { Rejected } from '#contract/errors.ts'
import { changePassword, mobileChangePassword, resetPassword } from '#contract/accounts/passwords.ts'
import type { Client } from '#contract/accounts/sessions.ts'
import type { Answer, Call, Routes } from '#platform/http/http.ts'
import { noteSecurity } from '#platform/http/security-log.ts'
import { TOKENS_BY_CALLER } from '#platform/mail/mail-tokens.ts'
import type { Platform } from '#platform/platform.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { userById } from '#projections/users/queries.ts'
import { LOGINS_BY_ADDRESS } from '#modules/accounts/accounts.rates.ts'
import { createCredentials, type Credentials } from './credential.store.ts'
import { isDeleted } from '#modules/accounts/deletion/deletion.decider.ts'
import {
  confirmationTokens,
  identityTokens,
  RESET_PURPOSES,
  resetTokens,
} from '#modules/accounts/mail-token.store.ts'
import { CHECK_EMAIL_REPLY, type Defer } from '#modules/accounts/deferred/defer.ts'
import { requireGoodPassword } from './new-password.ts'
import type { AccountsByAddress } from '#modules/accounts/accounts-by-address.ts'
import { createSessions } from '#modules/accounts/sessions/session.store.ts'
import { recordPasswordChange } from './record-password-changes.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

type Parts = {
  readonly credentials: Credentials
  readonly accountsByAddress: AccountsByAddress
  readonly defer: Defer
}
type Change = Call<typeof changePassword> | Call<typeof mobileChangePassword>
type Account = { readonly userId: string; readonly addressHash: string }

export const passwordRoutes = (
  routes: Routes,
  platform: Platform,
  { credentials, accountsByAddress, defer }: Parts,
): void => {
  const { config, commands, db, passwords, rowMacs, throttle } = platform

  routes.command(resetPassword, async (call) => {
    const email = call.body.email.trim()
    const hash = addressHash(config.ADDRESS_KEY, email)
    const { client = 'web' } = call.body
    if (await accountsByAddress.mayMail(call, hash))
      await defer(call, { kind: 'reset-password', email, addressHash: hash, passwordHash: null, client })
    return { position: null, reply: () => CHECK_EMAIL_REPLY }
  })

  /**
   * Sets the password, spends the token, and ends all sessions and other links in one transaction. If two calls use one
   * token, the row lock lets only the first one through.
   */
  const replace = (call: Change, client: Client, { userId, ...account }: Account, passwordHash: string) =>
    db.transaction(async (trx) => {
      const parts = { db: trx, rowMacs, config }
      const spent = await resetTokens(parts, client).spend(call.body.verificationUuid, call)
      if (spent !== 'spent') return spent
      await createCredentials(parts).set(userId, account.addressHash, passwordHash)
      await createSessions(parts, config.TOKEN_SECRET).endAll(userId, call.now)
      const other = resetTokens(parts, client === 'web' ? 'mobile' : 'web')
      for (const tokens of [other, confirmationTokens(parts), identityTokens(parts)])
        await tokens.revoke(userId, call.now)
      return spent
    })

  const accountOf = async (userId: string): Promise<Account> => {
    const { state } = await commands.load(userDecider, userStream(userId))
    if (state.kind === 'none' || isDeleted(state)) throw new Rejected('token.not-found')
    return { userId, addressHash: state.addressHash }
  }

  const change = async (call: Change, client: Client): Promise<Answer<typeof changePassword>> => {
    const { now, requestId, raw } = call
    const { verificationUuid, password, confirm } = call.body
    if (confirm !== password)
      throw new Rejected('input.invalid', [{ field: 'confirm', problem: 'Passwords must match' }])
    await throttle.require(TOKENS_BY_CALLER, raw.request.ip, now)
    const token = await resetTokens(platform, client).findUnspent(verificationUuid, call)
    if (!token) throw new Rejected('token.not-found')
    const account = await accountOf(token.subjectId)
    const { userId } = account
    requireGoodPassword(config, password, [(await userById(db, userId))?.email])
    const outcome = await replace(call, client, account, await passwords.hash(password))
    if (!outcome) throw new Rejected('token.not-found')
    if (outcome === 'repeated') {
      const stored = await credentials.find(account.addressHash)
      if (!(await passwords.verify(stored?.passwordHash, password)))
        throw new Rejected('idempotency.other-body')
    } else {
      noteSecurity(platform, 'password.changed', { requestId, userId, ip: raw.request.ip })
      await throttle.forget([LOGINS_BY_ADDRESS, account.addressHash])
    }
    const actor = { kind: 'anonymous', userId, role: null } as const
    const spent = { userId, purpose: RESET_PURPOSES[client], generation: token.generation }
    const position = await recordPasswordChange(platform, spent, call.contextOf(actor))
    return { position, reply: () => ({}) }
  }

  routes.command(changePassword, (call) => change(call, 'web'))
  routes.command(mobileChangePassword, (call) => change(call, 'mobile'))
}
