import { MAIL_TEXTS } from '#contract/log-texts/mail-texts.ts'
import { createTexts } from '#shared/texts/create-texts.ts'

export { isAboutMails, mailCountsOf, mailWords, reasonWords } from '#contract/log-texts/mail-texts.ts'

/** The texts about mails. */
export const mailTexts = createTexts(
  {
    ...MAIL_TEXTS.en,
    loading: 'Loading the e-mails …',
    none: 'No e-mail has gone out yet.',
  },
  {
    ...MAIL_TEXTS.de,
    loading: 'Die E-Mails werden geladen …',
    none: 'Es wurde noch keine E-Mail gesendet.',
  },
)
