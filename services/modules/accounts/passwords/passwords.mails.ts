import { PRODUCT } from '#contract/common.ts'
import { letter } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { timeIn, type Language, type Moment } from '#modules/accounts/accounts.mails.ts'

export const resetPasswordMail = (language: Language, url: string): Mail =>
  language === 'de'
    ? {
        subject: `Ihr Link für ein neues Passwort`,
        ...letter({
          language,
          title: 'Wählen Sie ein neues Passwort',
          paragraphs: [
            `Für Ihr Konto bei ${PRODUCT} wurde ein neues Passwort angefordert. Ihr bisheriges Passwort gilt, bis Sie ein neues wählen.`,
            'Der Link gilt 30 Minuten und nur einmal.',
          ],
          action: { label: 'Passwort wählen', url },
          footer: ['Das waren Sie nicht? Dann brauchen Sie nichts zu tun.'],
        }),
      }
    : {
        subject: `Your link for a new password`,
        ...letter({
          language,
          title: 'Choose a new password',
          paragraphs: [
            `Someone requested a new password for your account at ${PRODUCT}. Your current password stays valid until you choose a new one.`,
            'The link is valid for 30 minutes and works once.',
          ],
          action: { label: 'Choose password', url },
          footer: ['If that was not you, you do not need to do anything.'],
        }),
      }

export const passwordChangedMail = (
  language: Language,
  { at, url }: { readonly at: Moment; readonly url: string },
): Mail =>
  language === 'de'
    ? {
        subject: `Ihr Passwort wurde geändert`,
        ...letter({
          language,
          title: 'Ihr Passwort wurde geändert',
          paragraphs: [
            `Das Passwort Ihres Kontos bei ${PRODUCT} wurde ${timeIn(language, at)} geändert. Alle Sitzungen wurden beendet. Bitte melden Sie sich mit dem neuen Passwort an.`,
          ],
          action: { label: 'Anmelden', url },
          footer: [
            'Das waren Sie nicht? Dann hat jemand Zugang zu Ihrem Postfach. Fordern Sie auf der Anmeldeseite sofort ein neues Passwort an und informieren Sie Ihren Admin.',
          ],
        }),
      }
    : {
        subject: `Your password was changed`,
        ...letter({
          language,
          title: 'Your password was changed',
          paragraphs: [
            `The password of your account at ${PRODUCT} was changed ${timeIn(language, at)}. All sessions were ended. Please log in with the new password.`,
          ],
          action: { label: 'Log in', url },
          footer: [
            'If that was not you, someone has access to your mailbox. Request a new password on the login page immediately and tell your admin.',
          ],
        }),
      }
