import { offerReference } from '#contract/workspaces/offers.ts'
import { userById } from '#projections/users/queries.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import {
  mailKind,
  operatorAddress,
  type FactOf,
  type MailKind,
  type MailServices,
} from '#modules/mails/mail-kind.ts'
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

/** One mail to the operator, and a copy to the recipient of bills, or to the requester if there is none. */
export const offerMails: readonly MailKind[] = [
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
      const to = workspace.billingUser ?? mailed?.by
      if (!mailed || !to) return ERASED
      const url = `${baseUrl}/workspace/${workspaceId}?tab=settings`
      return { to, mail: offerCopyMail(mailed, url, to === workspace.billingUser) }
    },
  }),
]
