import { PRODUCT } from '#contract/common.ts'
import { letter, phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { dateFormat } from '#contract/date-formats.ts'

export type OfferMail = {
  readonly language: 'de' | 'en'
  readonly reference: string
  readonly name: string
  readonly companyName: string
  readonly address: string
  readonly months: number
  readonly seats: number
  /** YYYY-MM-DD */
  readonly startDate: string
  /** The requester's address; null once erased. */
  readonly by: string | null
}

const words = {
  de: {
    operator: (reference: string) => `Angebotsanfrage ${reference}`,
    customer: (reference: string) => `Ihre Angebotsanfrage ${reference}`,
    kind: 'Angebot',
    request: 'Ein Workspace bittet um ein Angebot mit Zahlung per Überweisung.',
    copy: 'Wir haben Ihre Anfrage erhalten. Sie bekommen von uns ein Angebot mit Zahlung per Überweisung. Bis dahin ist nichts bestellt.',
    facts: {
      reference: 'Kennzeichen',
      company: 'Firma',
      name: 'Name',
      address: 'Anschrift',
      term: 'Laufzeit',
      users: 'Plätze',
      start: 'Beginn',
      by: 'Angefragt von',
      workspace: 'Workspace',
    },
    months: (count: number) => `${count} Monate`,
    unchecked: `Die Angaben wurden in ${PRODUCT} eingegeben und nicht geprüft.`,
    why: 'Sie erhalten diese Kopie, weil Ihre Adresse als Rechnungsadresse eingetragen ist.',
  },
  en: {
    operator: (reference: string) => `Offer request ${reference}`,
    customer: (reference: string) => `Your offer request ${reference}`,
    kind: 'Offer',
    request: 'A workspace has requested an offer with payment by bank transfer.',
    copy: 'We have received your request. We will send you an offer with payment by bank transfer. Nothing has been ordered yet.',
    facts: {
      reference: 'Reference',
      company: 'Company',
      name: 'Name',
      address: 'Address',
      term: 'Term',
      users: 'Seats',
      start: 'Start',
      by: 'Requested by',
      workspace: 'Workspace',
    },
    months: (count: number) => `${count} months`,
    unchecked: `These details were entered in ${PRODUCT} and have not been checked.`,
    why: 'You are receiving this copy because your address is the billing address.',
  },
}

const dateOf = (language: 'de' | 'en', date: string): string =>
  dateFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))

const factsOf = ({ language, ...offer }: OfferMail) => {
  const { facts, months } = words[language]
  return [
    [facts.reference, offer.reference],
    [facts.company, phrase`${offer.companyName}`],
    [facts.name, phrase`${offer.name}`],
    [facts.address, phrase`${offer.address}`],
    [facts.term, months(offer.months)],
    [facts.users, String(offer.seats)],
    [facts.start, dateOf(language, offer.startDate)],
    ...(offer.by === null ? [] : [[facts.by, offer.by] as const]),
  ] as const
}

/** To the operator. The subject contains no typed text. */
export const offerMail = (offer: OfferMail, workspaceId: string): Mail => {
  const { operator, kind, request, unchecked, facts } = words[offer.language]
  return {
    subject: operator(offer.reference),
    ...letter({
      language: offer.language,
      kind,
      title: operator(offer.reference),
      paragraphs: [request],
      facts: [...factsOf(offer), [facts.workspace, workspaceId]],
      footer: [unchecked],
    }),
  }
}

export const offerCopyMail = (offer: OfferMail, url: string, isBillingAddress: boolean): Mail => {
  const { customer, kind, copy, why } = words[offer.language]
  return {
    subject: customer(offer.reference),
    ...letter({
      language: offer.language,
      kind,
      title: customer(offer.reference),
      paragraphs: [copy],
      facts: factsOf(offer),
      action: { label: offer.language === 'de' ? 'Einstellungen ansehen' : 'View the settings', url },
      ...(isBillingAddress && { footer: [why] }),
    }),
  }
}
