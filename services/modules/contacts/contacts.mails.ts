import { PRODUCT } from '#contract/common.ts'
import { letter, phrase } from '../mails/letter.ts'
import type { Mail } from '../mails/mail-kind.ts'

export type ContactMail = {
  readonly language: 'de' | 'en'
  readonly email: string
  readonly name: string
  /** null: none was given */
  readonly phone: string | null
  readonly message: string
  readonly wantsUpdates: boolean
}

const words = {
  de: {
    subject: 'Nachricht über das Kontaktformular',
    title: 'Jemand hat Ihnen geschrieben',
    facts: { name: 'Name', email: 'E-Mail', phone: 'Telefon', updates: 'Neuigkeiten' },
    wants: { true: 'möchte sie erhalten', false: 'nicht gewünscht' },
    footer: `Wer über ${PRODUCT} schreibt, ist nicht geprüft: Die Adresse hat die Person selbst angegeben.`,
  },
  en: {
    subject: 'Message from the contact form',
    title: 'Somebody has written to you',
    facts: { name: 'Name', email: 'E-mail', phone: 'Phone', updates: 'Updates' },
    wants: { true: 'would like them', false: 'not wanted' },
    footer: `Nobody has checked who writes through ${PRODUCT}: they gave the address themselves.`,
  },
}

/** To whoever runs the installation. What was typed stands in the mail alone, never in its subject. */
export const contactMail = ({ language, ...sent }: ContactMail): Mail => {
  const { subject, title, facts, wants, footer } = words[language]
  return {
    subject,
    ...letter({
      language,
      title,
      paragraphs: [phrase`${sent.message}`],
      facts: [
        [facts.name, phrase`${sent.name}`],
        [facts.email, phrase`${sent.email}`],
        ...(sent.phone === null ? [] : [[facts.phone, phrase`${sent.phone}`] as const]),
        [facts.updates, wants[`${sent.wantsUpdates}`]],
      ],
      footer: [footer],
    }),
  }
}
