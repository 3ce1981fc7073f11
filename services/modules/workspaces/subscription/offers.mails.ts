import { PRODUCT } from '#contract/common.ts'
import { letter, phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'

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
  /** Of whoever asked; null when not known any more. */
  readonly by: string | null
}

const words = {
  de: {
    operator: (reference: string) => `Angebotsanfrage ${reference}`,
    customer: (reference: string) => `Ihre Angebotsanfrage ${reference}`,
    kind: 'Angebot',
    asked: 'Ein Workspace bittet um ein Angebot mit Zahlung per Überweisung.',
    copy: `Diese Anfrage ist bei uns eingegangen. Wir senden Ihnen ein Angebot mit Zahlung per Überweisung; bis dahin ist nichts bestellt.`,
    facts: {
      reference: 'Kennzeichen',
      company: 'Firma',
      name: 'Name',
      address: 'Anschrift',
      term: 'Laufzeit',
      users: 'Personen',
      start: 'Beginn',
      by: 'Angefragt von',
      workspace: 'Workspace',
    },
    months: (count: number) => `${count} Monate`,
    checked: `Wer über ${PRODUCT} anfragt, hat die Angaben selbst gemacht; sie sind nicht geprüft.`,
    why: 'Sie bekommen diese Kopie, weil Ihre Adresse die für Rechnungen ist.',
  },
  en: {
    operator: (reference: string) => `Request for an offer ${reference}`,
    customer: (reference: string) => `Your request for an offer ${reference}`,
    kind: 'Offer',
    asked: 'A workspace asks for an offer that is paid by bank transfer.',
    copy: 'This request has reached us. We send you an offer that is paid by bank transfer; nothing is ordered until then.',
    facts: {
      reference: 'Reference',
      company: 'Company',
      name: 'Name',
      address: 'Address',
      term: 'Term',
      users: 'People',
      start: 'Start',
      by: 'Asked by',
      workspace: 'Workspace',
    },
    months: (count: number) => `${count} months`,
    checked: `Whoever asks through ${PRODUCT} gave these details themselves; nobody has checked them.`,
    why: 'You get this copy because yours is the address for bills.',
  },
}

const dateOf = (language: 'de' | 'en', date: string): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
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

/** To whoever runs the installation. What was typed stands in the mail alone, never in its subject. */
export const offerMail = (offer: OfferMail, workspaceId: string): Mail => {
  const { operator, kind, asked, checked, facts } = words[offer.language]
  return {
    subject: operator(offer.reference),
    ...letter({
      language: offer.language,
      kind,
      title: operator(offer.reference),
      paragraphs: [asked],
      facts: [...factsOf(offer), [facts.workspace, workspaceId]],
      footer: [checked],
    }),
  }
}

/** The same to the customer, as it was asked for. */
export const offerCopyMail = (offer: OfferMail, url: string, isForBills: boolean): Mail => {
  const { customer, kind, copy, why } = words[offer.language]
  return {
    subject: customer(offer.reference),
    ...letter({
      language: offer.language,
      kind,
      title: customer(offer.reference),
      paragraphs: [copy],
      facts: factsOf(offer),
      action: { label: offer.language === 'de' ? 'Einstellungen ansehen' : 'See the settings', url },
      ...(isForBills && { footer: [why] }),
    }),
  }
}
