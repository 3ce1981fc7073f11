import { offerReference } from '#contract/workspaces/subscription/offers.ts'
import { userById } from '#projections/users/queries.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import {
  mailKind,
  operatorAddress,
  type FactOf,
  type MailKind,
  type MailServices,
} from '#modules/mails/mail-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { billingAddressMail } from './billing-address.mails.ts'
import { billingToken } from './billing-address.ts'
import { offerCopyMail, offerMail, type OfferMail } from './offers.mails.ts'

/** Undefined once the typed details are erased. */
const offerMailOf = async (
  { data }: FactOf<'OfferRequested'>,
  { db }: MailServices,
): Promise<OfferMail | undefined> => {
  const { offerId, userId, firstName, lastName, companyName, street, houseNumber, zipCode } = data
  const user = await userById(db, userId)
  if (!user) throw new Error('the read models have not reached the event')
  if (firstName === null || companyName === null) return undefined
  const { months, seats, startDate } = data
  return {
    language: user.language,
    reference: offerReference(offerId),
    name: `${firstName} ${lastName}`,
    companyName,
    address: `${street} ${houseNumber}, ${zipCode}`,
    months,
    seats,
    startDate,
    by: user.email,
  }
}

const ERASED = { drop: 'address or workspace were erased' } as const

/** One mail to the operator, and a copy to the billing address, or to the requester unless there is one that has agreed. */
export const offerMails: readonly MailKind[] = [
  mailKind({
    purpose: 'workspace.billing-address',
    on: 'WorkspaceSettingsChanged',
    readModels: ['users', 'workspaces'],
    recipients: ({ data }) => (data.billingAddressHash === undefined ? [] : ['']),
    async prepare({ data, metadata }, _recipient, services) {
      const { baseUrl, commands, config, db, now } = services
      const { workspaceId, billingAddressHash: hash } = data
      const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
      if (state.kind !== 'open') return { drop: 'the workspace is closed' }
      if (hash === undefined || state.billingAddressHash !== hash)
        return { drop: 'there is another billing address' }
      if (state.confirmedBillingHash === hash) return { drop: 'the address has agreed already' }
      const workspace = await workspaceById(db, workspaceId, now)
      if (!workspace) throw new Error('the read models have not reached the event')
      const { billingUser: to, name } = workspace
      if (to === null || name === null) return ERASED
      const { userId } = metadata.actor
      const language = (userId === null ? undefined : await userById(db, userId))?.language ?? 'de'
      const url = `${baseUrl}/workspaces/billing/${billingToken(config, workspaceId, hash)}`
      return { to, mail: billingAddressMail({ language, workspaceName: name, url }) }
    },
  }),
  mailKind({
    purpose: 'workspace.offer',
    on: 'OfferRequested',
    readModels: ['users'],
    recipients: () => [''],
    async prepare(fact, _recipient, services) {
      const mailed = await offerMailOf(fact, services)
      if (!mailed) return ERASED
      return { to: operatorAddress(services.config), mail: offerMail(mailed, fact.data.workspaceId) }
    },
  }),
  mailKind({
    purpose: 'workspace.offer-copy',
    on: 'OfferRequested',
    readModels: ['users', 'workspaces'],
    recipients: () => [''],
    async prepare(fact, _recipient, services) {
      const { baseUrl, db, now } = services
      const { workspaceId } = fact.data
      const workspace = await workspaceById(db, workspaceId, now)
      if (!workspace) throw new Error('the read models have not reached the event')
      const mailed = await offerMailOf(fact, services)
      const billing = workspace.billingConfirmed ? workspace.billingUser : null
      const to = billing ?? mailed?.by
      if (!mailed || !to) return ERASED
      const url = `${baseUrl}/workspace/${workspaceId}?tab=settings`
      return { to, mail: offerCopyMail(mailed, url, to === billing) }
    },
  }),
]
