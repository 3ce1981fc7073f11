import { letter, phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { safeName } from '#modules/workspaces/workspaces.mails.ts'

export type BillingAddressMail = {
  readonly language: 'de' | 'en'
  readonly workspaceName: string
  readonly url: string
}

const words = {
  de: {
    kind: 'Rechnungsadresse',
    subject: (name: string) => `Möchten Sie Angebote für „${name}“ erhalten?`,
    title: 'Möchten Sie Angebote für diesen Workspace erhalten?',
    text: 'Ein Admin hat Ihre Adresse als Rechnungsadresse eingetragen. Erst wenn Sie zustimmen, gehen Kopien von Angebotsanfragen an Sie.',
    open: 'Rechnungsadresse bestätigen',
    unknown: 'Sie kennen den Workspace nicht? Dann tun Sie nichts. Sie erhalten keine Angebote.',
  },
  en: {
    kind: 'Billing address',
    subject: (name: string) => `Would you like to receive offers for “${name}”?`,
    title: 'Would you like to receive offers for this workspace?',
    text: 'An admin entered your address as the billing address. Copies of requests for offers go to you only if you agree.',
    open: 'Confirm the billing address',
    unknown: 'If you do not know this workspace, do nothing. You will get no offers.',
  },
}

/** To an address that an admin typed. Opening the link changes nothing. */
export const billingAddressMail = ({ language, workspaceName, url }: BillingAddressMail): Mail => {
  const { kind, subject, title, text, open, unknown } = words[language]
  const name = safeName(workspaceName)
  return {
    subject: subject(name),
    ...letter({
      language,
      kind,
      title,
      paragraphs: [text],
      facts: [['Workspace', phrase`${name}`]],
      action: { label: open, url },
      footer: [unknown],
    }),
  }
}
