import { initiateVerification, signup, verifyEmail } from '#contract/accounts.ts'
import { Rejected } from '#contract/errors.ts'
import { addressHash } from '#platform/addresses.ts'
import type { Answer, Call, Routes } from '#platform/http.ts'
import type { Platform } from '#platform/platform.ts'
import { tooMany } from '#platform/throttle.ts'
import { invitationById } from '#projections/workspaces/queries.ts'
import type { Credentials } from './credential.store.ts'
import type { IdentityLinks } from './identity-links.ts'
import type { Newcomers } from './newcomers.ts'
import type { UserCommand, UserState } from './user.decider.ts'

const HOUR = 3_600_000
const CONFIRMATION_MS = 24 * HOUR
const checkYourEmail = { message: 'Check your email' }

type Parts = {
  readonly credentials: Credentials
  readonly newcomers: Newcomers
  readonly identityLinks: IdentityLinks
}

export const signUpRoutes = (
  routes: Routes,
  platform: Platform,
  { credentials, newcomers, identityLinks }: Parts,
): void => {
  const { config, commands, mailTokens, passwords, throttle, db } = platform
  const { accountOf, ownerOf, execution, mayMail } = newcomers

  const renewToken = (userId: string, now: Date, passwordHash?: string) =>
    mailTokens.renew('confirm-email', userId, new Date(now.getTime() + CONFIRMATION_MS), passwordHash)

  const signUp = async (call: Call<typeof signup>, email: string): Promise<Answer<typeof signup>> => {
    const hash = addressHash(config.PEPPER, email)
    const passwordHash = await passwords.hash(call.body.password)
    if (!(await mayMail(call, hash))) return { position: null, reply: () => checkYourEmail }
    const userId = await ownerOf(call, hash)
    const { position } = await commands.execute({
      ...execution(call, userId),
      command: async (state): Promise<UserCommand> => ({
        type: 'SignUp',
        userId,
        email,
        addressHash: hash,
        language: call.language,
        // A verified account keeps its password and has no token to renew.
        generation: state.kind === 'verified' ? 0 : await renewToken(userId, call.now, passwordHash),
      }),
    })
    return { position, reply: () => checkYourEmail }
  }

  const signUpInvited = async (call: Call<typeof signup>, token: string): Promise<Answer<typeof signup>> => {
    const known = await mailTokens.find('invitation', token, call.now)
    const invitation = known && (await invitationById(db, known.subjectId, call.now))
    if (!known || !invitation?.email) throw new Rejected('invitation.not-found')
    const { email, role } = invitation
    const hash = addressHash(config.PEPPER, email)
    if (call.body.email && addressHash(config.PEPPER, call.body.email) !== hash)
      throw new Rejected('input.invalid', [{ field: 'email', problem: 'is not the invited address' }])
    const passwordHash = await passwords.hash(call.body.password)
    const userId = await ownerOf(call, hash)
    const { position } = await commands.execute({
      ...execution(call, userId),
      command: async (state): Promise<UserCommand> => {
        if (known.usedAt && state.kind !== 'verified') throw new Rejected('invitation.not-found')
        // Somebody else's password may wait beside a confirmation that the invited person only has to click.
        if (state.kind === 'unverified') await mailTokens.revoke('confirm-email', userId, call.now)
        return { type: 'SignUpInvited', userId, email, addressHash: hash, language: call.language, role }
      },
    })
    // A second try of the same command finds the token unspent only if the first broke off before here.
    if (!known.usedAt) await credentials.set(userId, hash, passwordHash)
    await mailTokens.markUsed('invitation', known.subjectId, call.now)
    return { position, reply: () => checkYourEmail }
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
    const hash = addressHash(config.PEPPER, email)
    const silent = { position: null, reply: () => checkYourEmail }
    if (!(await mayMail(call, hash))) return silent
    const account = await accountOf(hash)
    if (account?.state.kind !== 'unverified') return silent
    const { userId } = account
    const { position } = await commands.execute({
      ...execution(call, userId),
      command: async (): Promise<UserCommand> => ({
        type: 'RequestConfirmation',
        userId,
        email,
        generation: await renewToken(userId, call.now),
      }),
    })
    return { position, reply: () => checkYourEmail }
  })

  routes.command(verifyEmail, async (call) => {
    const { now, raw } = call
    const perMinute = { limit: 30 * config.RATE_FACTOR, windowMs: 60_000, now }
    if (!(await throttle.allow('token-ip', raw.request.ip, perMinute))) throw tooMany(60_000)
    const token = await mailTokens.find('confirm-email', call.params.verificationToken, now)
    if (!token) return identityLinks.confirm(call)
    const userId = token.subjectId
    const { position, state } = await commands.execute({
      ...execution(call, userId),
      command: { type: 'VerifyEmail', userId },
    })
    if (!token.usedAt && token.passwordHash) await credentials.set(userId, hashOf(state), token.passwordHash)
    await mailTokens.markUsed('confirm-email', userId, now)
    return { position, reply: () => ({}) }
  })
}

const hashOf = (state: UserState): string => {
  if (state.kind === 'none') throw new Rejected('token.not-found')
  return state.addressHash
}
