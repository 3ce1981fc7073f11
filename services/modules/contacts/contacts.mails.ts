import { PRODUCT } from '#contract/common.ts'
import { letter, naming, phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'

export type ContactMail = {
  readonly language: 'de' | 'en'
  readonly email: string
  readonly name: string
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
    footer: `${PRODUCT} hat nicht geprüft, wer diese Nachricht geschrieben hat. Die Person hat ihre Adresse selbst angegeben.`,
  },
  en: {
    subject: 'Message from the contact form',
    title: 'Someone has sent you a message',
    facts: { name: 'Name', email: 'E-mail', phone: 'Phone', updates: 'Updates' },
    wants: { true: 'would like them', false: 'not wanted' },
    footer: `${PRODUCT} has not verified who sent this message. The sender entered the address themselves.`,
  },
}

/** Sent to the operator. Typed text appears in the body, never in the subject. */
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
        [facts.email, naming`${sent.email}`],
        ...(sent.phone === null ? [] : [[facts.phone, phrase`${sent.phone}`] as const]),
        [facts.updates, wants[`${sent.wantsUpdates}`]],
      ],
      footer: [footer],
    }),
  }
}
