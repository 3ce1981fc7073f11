import { letter, phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { safeName } from '#modules/workspaces/workspaces.mails.ts'
import { dateFormat } from '#contract/date-formats.ts'

export type SubscriptionMail = {
  readonly language: 'de' | 'en'
  readonly workspaceName: string
  readonly timezone: string
  /** The workspace's settings; null for a recipient of bills who is not an admin. */
  readonly url: string | null
  /** YYYY-MM-DD; the last day. */
  readonly day: string
}

const words = {
  de: {
    kind: { trial: 'Testphase', subscription: 'Abonnement' },
    reminder: {
      trial: (name: string, day: string) => `Die Testphase von „${name}“ endet am ${day}`,
      subscription: (name: string, day: string) => `Das Abonnement von „${name}“ endet am ${day}`,
      is: {
        trial: (day: string) => `Die Testphase endet am ${day}.`,
        subscription: (day: string) => `Das Abonnement endet am ${day}.`,
      },
      text: 'Danach kann in diesem Workspace niemand mehr Anfragen stellen, freigeben oder Mitglieder einladen. Lesen, Ablehnen und Exportieren bleiben möglich, und nichts geht verloren.',
    },
    ended: {
      trial: (name: string) => `Die Testphase von „${name}“ ist beendet`,
      subscription: (name: string) => `Das Abonnement von „${name}“ ist beendet`,
      is: { trial: 'Die Testphase ist beendet.', subscription: 'Das Abonnement ist beendet.' },
      text: 'Bis ein Abonnement beginnt, kann in diesem Workspace niemand mehr Anfragen stellen, freigeben oder Mitglieder einladen. Lesen, Ablehnen und Exportieren bleiben möglich, und nichts geht verloren.',
    },
    started: {
      subject: (name: string) => `Das Abonnement von „${name}“ hat begonnen`,
      text: 'Das Abonnement hat begonnen. Bis zum letzten Tag können Sie in diesem Workspace Anfragen stellen, freigeben und Mitglieder einladen.',
    },
    facts: { first: 'Erster Tag', last: 'Letzter Tag' },
    whole: (day: string, timezone: string) => `${day}, bis 24 Uhr (${timezone})`,
    from: (day: string, timezone: string) => `${day} (${timezone})`,
    open: 'Abonnement ansehen',
    offer: 'Die Admins des Workspace können in den Einstellungen ein Angebot anfragen.',
    whyAdmin: 'Sie erhalten diese E-Mail, weil Sie in diesem Workspace Admin sind.',
    whyBilling: 'Sie erhalten diese E-Mail, weil Ihre Adresse als Rechnungsadresse eingetragen ist.',
  },
  en: {
    kind: { trial: 'Trial', subscription: 'Subscription' },
    reminder: {
      trial: (name: string, day: string) => `The trial of “${name}” ends on ${day}`,
      subscription: (name: string, day: string) => `The subscription of “${name}” ends on ${day}`,
      is: {
        trial: (day: string) => `The trial ends on ${day}.`,
        subscription: (day: string) => `The subscription ends on ${day}.`,
      },
      text: 'After that, nobody can make or approve requests or invite people in this workspace. You can still read, decline and export, and nothing is lost.',
    },
    ended: {
      trial: (name: string) => `The trial of “${name}” has ended`,
      subscription: (name: string) => `The subscription of “${name}” has ended`,
      is: { trial: 'The trial has ended.', subscription: 'The subscription has ended.' },
      text: 'Until a subscription starts, nobody can make or approve requests or invite people in this workspace. You can still read, decline and export, and nothing is lost.',
    },
    started: {
      subject: (name: string) => `The subscription of “${name}” has started`,
      text: 'The subscription has started. Until its last day, you can make and approve requests and invite people in this workspace.',
    },
    facts: { first: 'First day', last: 'Last day' },
    whole: (day: string, timezone: string) => `${day}, until midnight (${timezone})`,
    from: (day: string, timezone: string) => `${day} (${timezone})`,
    open: 'View the subscription',
    offer: 'The admins of the workspace can request an offer in its settings.',
    whyAdmin: 'You are receiving this e-mail because you are an admin of this workspace.',
    whyBilling: 'You are receiving this e-mail because your address is the billing address.',
  },
}

const dateOf = (language: 'de' | 'en', day: string): string =>
  dateFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

type Kind = 'trial' | 'subscription'
type Content = {
  readonly kind: Kind
  readonly subject: string
  readonly text: string
  readonly facts: readonly (readonly [string, string])[]
  /** Adds the hint that admins can request an offer. */
  readonly offersRenewal: boolean
}

const mailOf = (
  { language, workspaceName, url }: SubscriptionMail,
  { kind, subject, text, facts, offersRenewal }: Content,
): Mail => {
  const { kind: kinds, open, offer, whyAdmin, whyBilling } = words[language]
  return {
    subject,
    ...letter({
      language,
      kind: kinds[kind],
      title: phrase`${safeName(workspaceName)}`,
      paragraphs: offersRenewal ? [text, offer] : [text],
      facts,
      ...(url !== null && { action: { label: open, url } }),
      footer: [url === null ? whyBilling : whyAdmin],
    }),
  }
}

const lastDay = ({ language, timezone, day }: SubscriptionMail): readonly [string, string] => {
  const { facts, whole } = words[language]
  return [facts.last, whole(dateOf(language, day), timezone)]
}

export const reminderMail = (mailed: SubscriptionMail, kind: Kind): Mail => {
  const { language, workspaceName, day } = mailed
  const { reminder } = words[language]
  const date = dateOf(language, day)
  const subject = reminder[kind](safeName(workspaceName), date)
  const text = `${reminder.is[kind](date)} ${reminder.text}`
  return mailOf(mailed, { kind, subject, text, facts: [lastDay(mailed)], offersRenewal: true })
}

export const endedMail = (mailed: SubscriptionMail, kind: Kind): Mail => {
  const { ended } = words[mailed.language]
  const subject = ended[kind](safeName(mailed.workspaceName))
  const text = `${ended.is[kind]} ${ended.text}`
  return mailOf(mailed, { kind, subject, text, facts: [lastDay(mailed)], offersRenewal: true })
}

export const startedMail = (mailed: SubscriptionMail, startsOn: string): Mail => {
  const { language, workspaceName, timezone } = mailed
  const { started, facts, from } = words[language]
  const first = [facts.first, from(dateOf(language, startsOn), timezone)] as const
  return mailOf(mailed, {
    kind: 'subscription',
    subject: started.subject(safeName(workspaceName)),
    text: started.text,
    facts: [first, lastDay(mailed)],
    offersRenewal: false,
  })
}
