import { letter, phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { harmless } from '#modules/workspaces/workspaces.mails.ts'

export type SubscriptionMail = {
  readonly language: 'de' | 'en'
  readonly workspaceName: string
  readonly timezone: string
  /** Where an admin sees how it goes on; null for whoever bills go to and who is none. */
  readonly url: string | null
  /** YYYY-MM-DD: the day that it is about. */
  readonly day: string
}

const words = {
  de: {
    kind: { trial: 'Testphase', subscription: 'Abonnement' },
    reminder: {
      trial: (name: string, day: string) => `Die Testphase von „${name}“ endet am ${day}`,
      subscription: (name: string, day: string) => `Das Abonnement von „${name}“ endet am ${day}`,
      is: {
        trial: (day: string) => `Die Testphase endet mit dem ${day}.`,
        subscription: (day: string) => `Das Abonnement endet mit dem ${day}.`,
      },
      text: 'Danach kann dort niemand mehr anfragen, freigeben oder einladen. Lesen, ablehnen und exportieren gehen weiter, und nichts geht verloren.',
    },
    ended: {
      trial: (name: string) => `Die Testphase von „${name}“ ist beendet`,
      subscription: (name: string) => `Das Abonnement von „${name}“ ist beendet`,
      is: { trial: 'Die Testphase ist beendet.', subscription: 'Das Abonnement ist beendet.' },
      text: 'Anfragen, freigeben und einladen sind dort nicht mehr möglich, bis ein Abonnement beginnt. Lesen, ablehnen und exportieren gehen weiter, und nichts ist verloren.',
    },
    started: {
      subject: (name: string) => `Das Abonnement von „${name}“ hat begonnen`,
      text: 'Das Abonnement hat begonnen. Anfragen, freigeben und einladen sind dort bis zum letzten Tag möglich.',
    },
    facts: { first: 'Erster Tag', last: 'Letzter Tag' },
    whole: (day: string, timezone: string) => `${day}, bis 24 Uhr (${timezone})`,
    from: (day: string, timezone: string) => `${day} (${timezone})`,
    open: 'Abonnement ansehen',
    offer: 'Ein Angebot können die Admins des Workspace in den Einstellungen anfragen.',
    whyAdmin: 'Sie bekommen diese E-Mail, weil Sie in diesem Workspace Admin sind.',
    whyBills: 'Sie bekommen diese E-Mail, weil Ihre Adresse die für Rechnungen ist.',
  },
  en: {
    kind: { trial: 'Trial', subscription: 'Subscription' },
    reminder: {
      trial: (name: string, day: string) => `The trial of “${name}” ends on ${day}`,
      subscription: (name: string, day: string) => `The subscription of “${name}” ends on ${day}`,
      is: {
        trial: (day: string) => `The trial ends with ${day}.`,
        subscription: (day: string) => `The subscription ends with ${day}.`,
      },
      text: 'After that nobody can make or approve requests there, or invite anybody. Reading, declining and exporting go on, and nothing is lost.',
    },
    ended: {
      trial: (name: string) => `The trial of “${name}” has ended`,
      subscription: (name: string) => `The subscription of “${name}” has ended`,
      is: { trial: 'The trial has ended.', subscription: 'The subscription has ended.' },
      text: 'Making and approving requests and inviting are not possible there until a subscription starts. Reading, declining and exporting go on, and nothing is lost.',
    },
    started: {
      subject: (name: string) => `The subscription of “${name}” has started`,
      text: 'The subscription has started. Making and approving requests and inviting are possible there until the last day.',
    },
    facts: { first: 'First day', last: 'Last day' },
    whole: (day: string, timezone: string) => `${day}, until its end (${timezone})`,
    from: (day: string, timezone: string) => `${day} (${timezone})`,
    open: 'See the subscription',
    offer: 'The admins of the workspace can request an offer in its settings.',
    whyAdmin: 'You get this e-mail because you are an admin of this workspace.',
    whyBills: 'You get this e-mail because yours is the address for bills.',
  },
}

const dateOf = (language: 'de' | 'en', day: string): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

type Kind = 'trial' | 'subscription'
type Said = {
  readonly kind: Kind
  readonly subject: string
  readonly text: string
  readonly facts: readonly (readonly [string, string])[]
  /** Whether somebody should see to how it goes on. */
  readonly isEnd: boolean
}

const mailOf = (
  { language, workspaceName, url }: SubscriptionMail,
  { kind, subject, text, facts, isEnd }: Said,
): Mail => {
  const { kind: kinds, open, offer, whyAdmin, whyBills } = words[language]
  return {
    subject,
    ...letter({
      language,
      kind: kinds[kind],
      title: phrase`${harmless(workspaceName)}`,
      paragraphs: isEnd ? [text, offer] : [text],
      facts,
      ...(url !== null && { action: { label: open, url } }),
      footer: [url === null ? whyBills : whyAdmin],
    }),
  }
}

const lastDay = ({ language, timezone, day }: SubscriptionMail): readonly [string, string] => {
  const { facts, whole } = words[language]
  return [facts.last, whole(dateOf(language, day), timezone)]
}

/** A week before `day`, the last one, or where less than that is left. */
export const reminderMail = (mailed: SubscriptionMail, kind: Kind): Mail => {
  const { language, workspaceName, day } = mailed
  const { reminder } = words[language]
  const date = dateOf(language, day)
  const subject = reminder[kind](harmless(workspaceName), date)
  const text = `${reminder.is[kind](date)} ${reminder.text}`
  return mailOf(mailed, { kind, subject, text, facts: [lastDay(mailed)], isEnd: true })
}

/** After `day`, the last one. */
export const endedMail = (mailed: SubscriptionMail, kind: Kind): Mail => {
  const { ended } = words[mailed.language]
  const subject = ended[kind](harmless(mailed.workspaceName))
  const text = `${ended.is[kind]} ${ended.text}`
  return mailOf(mailed, { kind, subject, text, facts: [lastDay(mailed)], isEnd: true })
}

/** From `startsOn` on, until `day`. */
export const startedMail = (mailed: SubscriptionMail, startsOn: string): Mail => {
  const { language, workspaceName, timezone } = mailed
  const { started, facts, from } = words[language]
  const first = [facts.first, from(dateOf(language, startsOn), timezone)] as const
  return mailOf(mailed, {
    kind: 'subscription',
    subject: started.subject(harmless(workspaceName)),
    text: started.text,
    facts: [first, lastDay(mailed)],
    isEnd: false,
  })
}
