import { letter, naming, phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { inSubject, person, type Named } from '#modules/mails/people.ts'
import { timeIn, type Language, type Moment } from '#modules/accounts/accounts.mails.ts'

/** The device waits until `usableFrom` and can be stopped at `url` until then. Times: ISO 8601 UTC */
export const deviceWaitingMail = (
  language: Language,
  {
    name,
    at,
    usableFrom,
    url,
  }: {
    readonly name: string | null
    readonly at: Moment
    readonly usableFrom: Moment
    readonly url: string
  },
): Mail =>
  language === 'de'
    ? {
        subject: `Ein neues Gerät für Ihr Konto wartet`,
        ...letter({
          language,
          title: 'Ein neues Gerät wartet',
          paragraphs: [
            [
              `Für Ihr Konto wurde ${timeIn(language, at)} ein weiteres Gerät eingerichtet: `,
              ...phrase`${name ?? 'Gerät ohne Namen'}`,
              '.',
            ],
            `Es kann noch nichts freigeben. Nutzbar wird es ${timeIn(language, usableFrom)}, oder sobald jemand aus Ihrem Workspace dafür bürgt.`,
          ],
          action: { label: 'Gerät ansehen oder stoppen', url },
          footer: ['Das waren Sie nicht? Dann stoppen Sie das Gerät und ändern Sie Ihr Passwort.'],
        }),
      }
    : {
        subject: `A new device for your account is waiting`,
        ...letter({
          language,
          title: 'A new device is waiting',
          paragraphs: [
            [
              `Another device was set up for your account ${timeIn(language, at)}: `,
              ...phrase`${name ?? 'unnamed device'}`,
              '.',
            ],
            `It cannot approve anything yet. It can be used ${timeIn(language, usableFrom)}, or as soon as a colleague vouches for it.`,
          ],
          action: { label: 'View or stop the device', url },
          footer: ['If that was not you, stop the device and change your password.'],
        }),
      }

/** Sent when an admin stopped a waiting device. */
export const deviceStoppedMail = (
  language: Language,
  { by, at, url }: { readonly by: Named; readonly at: Moment; readonly url: string },
): Mail =>
  language === 'de'
    ? {
        subject: `${inSubject(by, 'Eine gelöschte Person')} hat Ihr neues Gerät gestoppt`,
        ...letter({
          language,
          title: 'Ihr wartendes Gerät wurde gestoppt',
          paragraphs: [
            naming`${person(by, 'Eine gelöschte Person')} hat Ihr neues Gerät ${timeIn(language, at)} gestoppt, solange es noch gewartet hat. Es kann nichts freigeben.`,
            'War es Ihr Gerät? Dann sprechen Sie mit Ihrem Admin und richten Sie es noch einmal ein.',
          ],
          action: { label: 'Geräte ansehen', url },
          footer: ['Haben Sie kein neues Gerät eingerichtet? Dann ändern Sie Ihr Passwort.'],
        }),
      }
    : {
        subject: `${inSubject(by, 'A deleted person')} stopped your new device`,
        ...letter({
          language,
          title: 'Your waiting device was stopped',
          paragraphs: [
            naming`${person(by, 'A deleted person')} stopped your new device ${timeIn(language, at)}, while it was still waiting. It cannot approve anything.`,
            'If it was your device, talk to your admin and set it up again.',
          ],
          action: { label: 'View your devices', url },
          footer: ['If you did not set up a new device, change your password.'],
        }),
      }

/** Sent when a colleague vouched for a device. */
export const deviceVouchedMail = (
  language: Language,
  { by, at, url }: { readonly by: Named; readonly at: Moment; readonly url: string },
): Mail =>
  language === 'de'
    ? {
        subject: `${inSubject(by, 'Eine gelöschte Person')} hat für Ihr neues Gerät gebürgt, es kann jetzt signieren`,
        ...letter({
          language,
          title: 'Ihr neues Gerät kann jetzt signieren',
          paragraphs: [
            naming`${person(by, 'Eine gelöschte Person')} hat ${timeIn(language, at)} mit einer Signatur für Ihr neues Gerät gebürgt.`,
            'Mit diesem Gerät können ab sofort Anfragen in Ihrem Namen freigegeben werden.',
          ],
          action: { label: 'Geräte ansehen', url },
          footer: [
            'Haben Sie kein neues Gerät eingerichtet? Dann entfernen Sie es und informieren Sie sofort Ihren Admin.',
          ],
        }),
      }
    : {
        subject: `${inSubject(by, 'A deleted person')} vouched for your new device, it can sign now`,
        ...letter({
          language,
          title: 'Your new device can sign now',
          paragraphs: [
            naming`${person(by, 'A deleted person')} vouched for your new device with a signature ${timeIn(language, at)}.`,
            'From now on, this device can approve requests on your behalf.',
          ],
          action: { label: 'View your devices', url },
          footer: ['If you did not set up a new device, remove it and tell your admin immediately.'],
        }),
      }

/** `name` is null for a device without one. */
export const deviceEnrolledMail = (
  language: Language,
  { name, at, url }: { readonly name: string | null; readonly at: Moment; readonly url: string },
): Mail =>
  language === 'de'
    ? {
        subject: `Neues Gerät in Ihrem Konto registriert`,
        ...letter({
          language,
          title: 'Neues Gerät registriert',
          paragraphs: [
            [
              `Für Ihr Konto wurde ${timeIn(language, at)} ein Gerät registriert: `,
              ...phrase`${name ?? 'Gerät ohne Namen'}`,
              '.',
            ],
            'Mit diesem Gerät können Anfragen in Ihrem Namen freigegeben werden.',
          ],
          action: { label: 'Geräte ansehen', url },
          footer: ['Das waren Sie nicht? Dann informieren Sie bitte sofort Ihren Admin.'],
        }),
      }
    : {
        subject: `New device enrolled in your account`,
        ...letter({
          language,
          title: 'New device enrolled',
          paragraphs: [
            [
              `A device was enrolled for your account ${timeIn(language, at)}: `,
              ...phrase`${name ?? 'unnamed device'}`,
              '.',
            ],
            'This device can approve requests on your behalf.',
          ],
          action: { label: 'View your devices', url },
          footer: ['If that was not you, tell your admin immediately.'],
        }),
      }
