import { userById, type KnownUser } from '#projections/users/queries.ts'
import { mailKind, type MailKind, type MailServices } from '../mails/mail-kind.ts'
import { confirmationTokens, identityTokens } from './mail-token.store.ts'
import {
  accountExistsMail,
  confirmationMail,
  deviceEnrolledMail,
  identityLinkMail,
  sessionReplayedMail,
} from './accounts.mails.ts'

const erased = { drop: 'the account was erased' }

const knownUser = async ({ db }: MailServices, userId: string): Promise<KnownUser> => {
  const user = await userById(db, userId)
  if (!user) throw new Error('the account is not in the read model yet')
  return user
}

/** The mails of accounts, each to the account's own address. */
export const accountMails: readonly MailKind[] = [
  mailKind({
    purpose: 'account.confirm-email',
    on: 'ConfirmationRequested',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ data }, userId, services) {
      const { baseUrl, now } = services
      const tokens = confirmationTokens(services)
      const token = await tokens.current(userId)
      if (token?.generation !== data.generation) return { drop: 'a newer link replaced this one' }
      if (token.expiresAt <= now) return { drop: 'the link has expired' }
      const { language, verified, email } = await knownUser(services, userId)
      if (verified || token.usedAt) return { drop: 'the address is confirmed already' }
      const to = data.email ?? email
      if (to === null) return erased
      const secret = tokens.token(userId, data.generation)
      return { to, mail: confirmationMail(language, `${baseUrl}/auth/confirmEmail/${secret}`) }
    },
  }),
  mailKind({
    purpose: 'account.link-identity',
    on: 'IdentityLinkRequested',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ data }, userId, services) {
      const { baseUrl, now } = services
      const tokens = identityTokens(services)
      const token = await tokens.current(userId)
      if (token?.generation !== data.generation) return { drop: 'a newer link replaced this one' }
      if (token.expiresAt <= now) return { drop: 'the link has expired' }
      if (token.usedAt) return { drop: 'the sign-in is confirmed already' }
      const { language, email } = await knownUser(services, userId)
      const to = data.email ?? email
      if (to === null) return erased
      const secret = tokens.token(userId, data.generation)
      const { provider } = data
      const url = `${baseUrl}/auth/confirmEmail/${secret}?provider=${provider}`
      return { to, mail: identityLinkMail(language, { provider, url }) }
    },
  }),
  mailKind({
    purpose: 'account.exists',
    on: 'SignupRepeated',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ data }, userId, services) {
      const { language, email } = await knownUser(services, userId)
      const to = data.email ?? email
      return to === null ? erased : { to, mail: accountExistsMail(language, `${services.baseUrl}/login`) }
    },
  }),
  mailKind({
    purpose: 'account.session-replayed',
    on: 'SessionReplayed',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ metadata }, userId, services) {
      const { language, email } = await knownUser(services, userId)
      if (email === null) return erased
      return {
        to: email,
        mail: sessionReplayedMail(language, { at: metadata.at, url: `${services.baseUrl}/login` }),
      }
    },
  }),
  mailKind({
    purpose: 'account.device-enrolled',
    on: 'DeviceEnrolled',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ data, metadata }, userId, services) {
      const { language, email } = await knownUser(services, userId)
      if (email === null) return erased
      const { baseUrl } = services
      const device = { name: data.name ?? null, at: metadata.at, url: `${baseUrl}/m/device` }
      return { to: email, mail: deviceEnrolledMail(language, device) }
    },
  }),
]
