import { PRODUCT } from '#contract/common.ts'
import { letter, phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { timeIn, type Language, type Moment } from '#modules/accounts/accounts.mails.ts'

type Phone = {
  /** As it named itself, null if unknown. */
  readonly name: string | null
  /** The address that it was signed in from, null if unknown. */
  readonly ip: string | null
  readonly at: Moment
}

/** `url`: the list of sessions. */
export const phonePairedMail = (language: Language, { name, ip, at }: Phone, url: string): Mail =>
  language === 'de'
    ? {
        subject: `Ein Telefon wurde in Ihrem Konto angemeldet`,
        ...letter({
          language,
          title: 'Ein Telefon wurde angemeldet',
          paragraphs: [
            [
              `Mit einem Code von Ihrem Computer wurde ${timeIn(language, at)} ein Telefon bei ${PRODUCT} angemeldet: `,
              ...phrase`${name ?? 'Telefon ohne Namen'}`,
              `${ip === null ? '' : `, von der Netzwerkadresse ${ip} aus`}.`,
            ],
            'Waren Sie das nicht? Dann beenden Sie die Sitzung in Ihrem Konto unter „Wo Sie angemeldet sind“.',
          ],
          action: { label: 'Anmeldungen ansehen', url },
          footer: ['Kennen Sie das Telefon nicht, ändern Sie bitte auch Ihr Passwort.'],
        }),
      }
    : {
        subject: `A phone was signed in to your account`,
        ...letter({
          language,
          title: 'A phone was signed in',
          paragraphs: [
            [
              `A phone was signed in to ${PRODUCT} with a code from your computer ${timeIn(language, at)}: `,
              ...phrase`${name ?? 'unnamed phone'}`,
              `${ip === null ? '' : `, from the network address ${ip}`}.`,
            ],
            'If that was not you, end its session in your account, under “Where you are logged in”.',
          ],
          action: { label: 'View your sessions', url },
          footer: ['If you do not know this phone, please change your password as well.'],
        }),
      }

export const passwordGuessedMail = (
  language: Language,
  { at, url }: { readonly at: Moment; readonly url: string },
): Mail =>
  language === 'de'
    ? {
        subject: `Jemand probiert Passwörter für Ihr Konto aus`,
        ...letter({
          language,
          title: 'Mehrere falsche Passwörter',
          paragraphs: [
            `Für Ihr Konto bei ${PRODUCT} wurden mehrmals hintereinander falsche Passwörter eingegeben, zuletzt ${timeIn(language, at)}. Niemand wurde angemeldet, und weitere Versuche werden gebremst.`,
            'Sie selbst können sich weiterhin anmelden: in einem Browser, in dem Sie schon angemeldet waren, mit einem Passkey oder über Google und Microsoft.',
          ],
          action: { label: 'Konto ansehen', url },
          footer: [
            'Waren Sie das? Dann brauchen Sie nichts zu tun. Solange die Versuche andauern, erhalten Sie keine weitere E-Mail.',
          ],
        }),
      }
    : {
        subject: `Someone is trying passwords for your account`,
        ...letter({
          language,
          title: 'Several wrong passwords',
          paragraphs: [
            `Several wrong passwords in a row were entered for your account at ${PRODUCT}, most recently ${timeIn(language, at)}. Nobody was logged in, and further tries are slowed down.`,
            'You can still log in: in a browser in which you have logged in before, with a passkey, or with Google or Microsoft.',
          ],
          action: { label: 'View your account', url },
          footer: [
            'If that was you, you do not need to do anything. You will not get another e-mail while the tries go on.',
          ],
        }),
      }
