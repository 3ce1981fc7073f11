import type { User } from '#contract/accounts/users.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import { userById } from '#projections/users/queries.ts'
import { mailKind, type MailKind, type MailServices } from '#modules/mails/mail-kind.ts'
import { person } from '#modules/mails/people.ts'
import { userDecider } from './user.decider.ts'
import { userStream } from './user.events.ts'
import { confirmationTokens, identityTokens, resetTokens } from './mail-token.store.ts'
import {
  accountErasedMail,
  accountExistsMail,
  confirmationMail,
  identityLinkMail,
  identityLinkedMail,
  requestMailsOffMail,
  roleRaisedMail,
  sessionReplayedMail,
} from './accounts.mails.ts'
import {
  deviceEnrolledMail,
  deviceStoppedMail,
  deviceVouchedMail,
  deviceWaitingMail,
} from '#modules/accounts/devices/devices.mails.ts'
import { passwordGuessedMail, phonePairedMail } from '#modules/accounts/sessions/sessions.mails.ts'
import { passwordChangedMail, resetPasswordMail } from '#modules/accounts/passwords/passwords.mails.ts'

/** Keys are destroyed only after this mail was sent. */
export const ACCOUNT_ERASED = 'account.erased'

const erased = { drop: 'the account was erased' }

/** Throws if the read model shows another address than the account has: its mails must not go there. */
const knownUser = async ({ commands, config, db }: MailServices, userId: string): Promise<User> => {
  const user = await userById(db, userId)
  if (!user) throw new Error('the account is not in the read model yet')
  const { state } = await commands.load(userDecider, userStream(userId))
  const isOwn =
    state.kind !== 'none' && addressHash(config.ADDRESS_KEY, user.email ?? '') === state.addressHash
  if (user.email !== null && !isOwn) throw new Error('the read model shows another address than its events')
  return user
}

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
    purpose: 'account.identity-linked',
    on: 'IdentityLinked',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ data, metadata }, userId, services) {
      const { language, email, createdAt, timeZone } = await knownUser(services, userId)
      if (email === null) return erased
      if (createdAt === metadata.at) return { drop: 'the account was made by this sign-in' }
      const { provider } = data
      const url = `${services.baseUrl}/account`
      return {
        to: email,
        mail: identityLinkedMail(language, { provider, at: { at: metadata.at, timeZone }, url }),
      }
    },
  }),
  mailKind({
    purpose: 'account.reset-password',
    on: 'PasswordResetRequested',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ data }, userId, services) {
      const { baseUrl, now } = services
      const tokens = resetTokens(services, data.client)
      const token = await tokens.current(userId)
      if (token?.generation !== data.generation) return { drop: 'a newer link replaced this one' }
      if (token.expiresAt <= now) return { drop: 'the link has expired' }
      if (token.usedAt) return { drop: 'the password is set already' }
      const { language, email } = await knownUser(services, userId)
      if (email === null) return erased
      const page = { web: 'reset-password', mobile: 'change-password-mobile' }[data.client]
      const url = `${baseUrl}/auth/${page}/${tokens.token(userId, data.generation)}`
      return { to: email, mail: resetPasswordMail(language, url) }
    },
  }),
  mailKind({
    purpose: 'account.password-changed',
    on: 'PasswordChanged',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ metadata }, userId, services) {
      const { language, email, timeZone } = await knownUser(services, userId)
      if (email === null) return erased
      const { baseUrl } = services
      return {
        to: email,
        mail: passwordChangedMail(language, { at: { at: metadata.at, timeZone }, url: `${baseUrl}/login` }),
      }
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
      const { language, email, timeZone } = await knownUser(services, userId)
      if (email === null) return erased
      return {
        to: email,
        mail: sessionReplayedMail(language, {
          at: { at: metadata.at, timeZone },
          url: `${services.baseUrl}/login`,
        }),
      }
    },
  }),
  mailKind({
    purpose: 'account.phone-paired',
    on: 'PhonePaired',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ data, metadata }, userId, services) {
      const { language, email, timeZone } = await knownUser(services, userId)
      if (email === null) return erased
      const phone = {
        name: data.name ?? null,
        ip: metadata.client?.ip ?? null,
        at: { at: metadata.at, timeZone },
      }
      return { to: email, mail: phonePairedMail(language, phone, `${services.baseUrl}/account`) }
    },
  }),
  mailKind({
    purpose: 'account.password-guessed',
    on: 'PasswordGuessed',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ metadata }, userId, services) {
      const { language, email, timeZone } = await knownUser(services, userId)
      if (email === null) return erased
      const url = `${services.baseUrl}/account`
      return { to: email, mail: passwordGuessedMail(language, { at: { at: metadata.at, timeZone }, url }) }
    },
  }),
  mailKind({
    purpose: 'account.role-raised',
    on: 'UserRoleRaised',
    readModels: ['users', 'workspaces'],
    recipients: ({ data }) => (data.promoted ? [] : [data.userId]),
    async prepare({ data: { by, inWorkspaceId } }, userId, services) {
      const { db, now } = services
      const { language, email } = await knownUser(services, userId)
      if (email === null) return erased
      const [maker, workspace] = await Promise.all([
        by === null ? null : knownUser(services, by),
        inWorkspaceId === undefined ? undefined : workspaceById(db, inWorkspaceId, now),
      ])
      const said = maker?.email ? person(maker, '') : null
      const url = `${services.baseUrl}/workspaces`
      const mail = roleRaisedMail(language, { by: said, workspaceName: workspace?.name ?? null, url })
      return { to: email, mail }
    },
  }),
  mailKind({
    purpose: 'account.request-mails-off',
    on: 'RequestMailsChanged',
    readModels: ['users'],
    recipients: ({ data }) => (data.requestMails === 'never' ? [data.userId] : []),
    async prepare({ metadata }, userId, services) {
      const { language, email, timeZone } = await knownUser(services, userId)
      if (email === null) return erased
      const url = `${services.baseUrl}/m/account`
      return { to: email, mail: requestMailsOffMail(language, { at: { at: metadata.at, timeZone }, url }) }
    },
  }),
  mailKind({
    purpose: ACCOUNT_ERASED,
    on: 'AccountDeleted',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ metadata }, userId, services) {
      const { language, email, timeZone } = await knownUser(services, userId)
      return email === null
        ? erased
        : { to: email, mail: accountErasedMail(language, { at: metadata.at, timeZone }) }
    },
  }),
  mailKind({
    purpose: 'account.device-enrolled',
    on: 'DeviceEnrolled',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ data, metadata }, userId, services) {
      const { language, email, timeZone } = await knownUser(services, userId)
      if (email === null) return erased
      const { baseUrl } = services
      const device = { name: data.name ?? null, at: { at: metadata.at, timeZone } }
      const { usableFrom, deviceId } = data
      const mail =
        usableFrom === undefined
          ? deviceEnrolledMail(language, { ...device, url: `${baseUrl}/m/device` })
          : deviceWaitingMail(language, {
              ...device,
              usableFrom: { at: usableFrom, timeZone },
              url: `${baseUrl}/m/devices/${deviceId}`,
            })
      return { to: email, mail }
    },
  }),
  mailKind({
    purpose: 'account.device-stopped',
    on: 'DeviceStopped',
    readModels: ['users'],
    // Who stops their own device knows.
    recipients: ({ data }) => (data.stoppedBy === data.userId ? [] : [data.userId]),
    async prepare({ data, metadata }, userId, services) {
      const { language, email, timeZone } = await knownUser(services, userId)
      if (email === null) return erased
      const by = await knownUser(services, data.stoppedBy)
      const url = `${services.baseUrl}/m/device`
      return { to: email, mail: deviceStoppedMail(language, { by, at: { at: metadata.at, timeZone }, url }) }
    },
  }),
  mailKind({
    purpose: 'account.device-vouched',
    on: 'DeviceVouched',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ data, metadata }, userId, services) {
      const { language, email, timeZone } = await knownUser(services, userId)
      if (email === null) return erased
      const by = await knownUser(services, data.voucherId)
      const url = `${services.baseUrl}/m/device`
      return { to: email, mail: deviceVouchedMail(language, { by, at: { at: metadata.at, timeZone }, url }) }
    },
  }),
]
