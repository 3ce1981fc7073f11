import { PRODUCT } from '#contract/common.ts'
import { letter } from '../mails/letter.ts'
import type { Mail } from '../mails/mail-kind.ts'

export type Language = 'de' | 'en'

export const confirmationMail = (language: Language, url: string): Mail =>
  language === 'de'
    ? {
        subject: `Bitte bestätigen Sie Ihre E-Mail-Adresse`,
        ...letter({
          language,
          title: 'Bestätigen Sie Ihre E-Mail-Adresse',
          paragraphs: [
            `Mit dieser Adresse wurde ein Konto bei ${PRODUCT} angelegt. Bestätigen Sie sie, dann können Sie sich anmelden.`,
            'Der Link gilt 24 Stunden.',
          ],
          action: { label: 'Adresse bestätigen', url },
        }),
      }
    : {
        subject: `Please confirm your e-mail address`,
        ...letter({
          language,
          title: 'Confirm your e-mail address',
          paragraphs: [
            `An account at ${PRODUCT} was created with this address. Confirm it to log in.`,
            'The link is good for 24 hours.',
          ],
          action: { label: 'Confirm address', url },
        }),
      }

/** To the address that somebody has at a provider, when the provider does not answer for it. */
export const identityLinkMail = (
  language: Language,
  { provider, url }: { readonly provider: 'google' | 'microsoft'; readonly url: string },
): Mail => {
  const name = { google: 'Google', microsoft: 'Microsoft' }[provider]
  return language === 'de'
    ? {
        subject: `Bitte bestätigen Sie Ihre Anmeldung mit ${name}`,
        ...letter({
          language,
          title: `Bestätigen Sie Ihre Anmeldung mit ${name}`,
          paragraphs: [
            `Jemand hat sich gerade mit einem Konto von ${name} angemeldet, das Ihre Adresse trägt. Waren Sie das, dann bestätigen Sie es: Danach öffnet dieses Konto von ${name} Ihr Konto bei ${PRODUCT}.`,
            'Der Link gilt 30 Minuten, und nur in dem Browser, in dem Sie sich angemeldet haben.',
          ],
          action: { label: 'Anmeldung bestätigen', url },
          footer: ['Das waren Sie nicht? Dann bestätigen Sie bitte nichts.'],
        }),
      }
    : {
        subject: `Please confirm that you signed in with ${name}`,
        ...letter({
          language,
          title: `Confirm that you signed in with ${name}`,
          paragraphs: [
            `Somebody has just signed in with an account of ${name} that bears your address. If that was you, confirm it: from then on this account of ${name} opens your account at ${PRODUCT}.`,
            'The link is good for 30 minutes, and only in the browser in which you signed in.',
          ],
          action: { label: 'Confirm sign-in', url },
          footer: ['That was not you? Then please confirm nothing.'],
        }),
      }
}

/** `at`: ISO 8601 UTC */
export const identityLinkedMail = (
  language: Language,
  given: { readonly provider: 'google' | 'microsoft'; readonly at: string; readonly url: string },
): Mail => {
  const { at, url } = given
  const name = { google: 'Google', microsoft: 'Microsoft' }[given.provider]
  return language === 'de'
    ? {
        subject: `Ihr Konto lässt sich jetzt auch mit ${name} öffnen`,
        ...letter({
          language,
          title: `Anmeldung mit ${name} hinzugekommen`,
          paragraphs: [
            `Seit ${timeIn(language, at).replace(/^am/, 'dem')} öffnet ein Konto von ${name}, das Ihre Adresse trägt, auch Ihr Konto bei ${PRODUCT}.`,
          ],
          action: { label: 'Konto ansehen', url },
          footer: [
            'Das waren Sie nicht? Dann ändern Sie bitte sofort das Passwort Ihrer Mailbox, und sagen Sie es Ihrem Admin.',
          ],
        }),
      }
    : {
        subject: `Your account opens with ${name} now`,
        ...letter({
          language,
          title: `Sign-in with ${name} added`,
          paragraphs: [
            `An account of ${name} that bears your address opens your account at ${PRODUCT} too. It was added ${timeIn(language, at)}.`,
          ],
          action: { label: 'See your account', url },
          footer: [
            'That was not you? Then please change the password of your mailbox at once, and tell your admin.',
          ],
        }),
      }
}

/** To the owner of a verified account, when somebody signs up with its address. */
export const accountExistsMail = (language: Language, url: string): Mail =>
  language === 'de'
    ? {
        subject: `Sie haben bereits ein Konto`,
        ...letter({
          language,
          title: 'Sie haben bereits ein Konto',
          paragraphs: [
            `Jemand wollte mit Ihrer Adresse ein neues Konto bei ${PRODUCT} anlegen. Zu dieser Adresse gibt es schon ein Konto; daran wurde nichts geändert.`,
            'Wenn Sie das waren: Melden Sie sich mit Ihrem bisherigen Passwort an.',
          ],
          action: { label: 'Anmelden', url },
        }),
      }
    : {
        subject: `You already have an account`,
        ...letter({
          language,
          title: 'You already have an account',
          paragraphs: [
            `Somebody tried to create a new account at ${PRODUCT} with your address. There is an account with this address already; nothing about it was changed.`,
            'If that was you: log in with the password that you have.',
          ],
          action: { label: 'Log in', url },
        }),
      }

const englishDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `2026-11-21T10:59:57.000Z` as people of that language write it. */
export const timeIn = (language: Language, at: string): string => {
  const [year, month, day, minute] = [at.slice(0, 4), at.slice(5, 7), at.slice(8, 10), at.slice(11, 16)]
  return language === 'de'
    ? `am ${day}.${month}.${year} um ${minute} Uhr (UTC)`
    : `on ${englishDay.format(new Date(at))} at ${minute} (UTC)`
}

/** `name` null: the device has none. `at`: ISO 8601 UTC */
export const deviceEnrolledMail = (
  language: Language,
  { name, at, url }: { readonly name: string | null; readonly at: string; readonly url: string },
): Mail =>
  language === 'de'
    ? {
        subject: `Neues Gerät registriert`,
        ...letter({
          language,
          title: 'Neues Gerät registriert',
          paragraphs: [
            `Für Ihr Konto wurde ${timeIn(language, at)} ein Gerät registriert: ${name ?? 'ohne Namen'}.`,
            'Mit diesem Gerät können Anfragen in Ihrem Namen freigegeben werden.',
          ],
          action: { label: 'Geräte ansehen', url },
          footer: ['Das waren Sie nicht? Dann melden Sie sich bitte sofort bei Ihrem Admin.'],
        }),
      }
    : {
        subject: `New device enrolled`,
        ...letter({
          language,
          title: 'New device enrolled',
          paragraphs: [
            `A device was enrolled for your account ${timeIn(language, at)}: ${name ?? 'without a name'}.`,
            'This device can approve requests in your name.',
          ],
          action: { label: 'See your devices', url },
          footer: ['That was not you? Then please tell your admin at once.'],
        }),
      }

/** `at`: ISO 8601 UTC */
export const sessionReplayedMail = (
  language: Language,
  { at, url }: { readonly at: string; readonly url: string },
): Mail =>
  language === 'de'
    ? {
        subject: `Eine Sitzung wurde zu Ihrer Sicherheit beendet`,
        ...letter({
          language,
          title: 'Eine Sitzung wurde beendet',
          paragraphs: [
            `${timeIn(language, at).replace(/^am/, 'Am')} kam ein Schlüssel Ihrer Anmeldung ein zweites Mal. Das geschieht, wenn jemand eine Kopie davon hat; deshalb gilt diese Anmeldung nicht mehr, auch bei Ihnen nicht.`,
            'Bitte melden Sie sich neu an.',
          ],
          action: { label: 'Anmelden', url },
          footer: ['Geschieht das wieder, dann sagen Sie es bitte Ihrem Admin.'],
        }),
      }
    : {
        subject: `A session was ended for your safety`,
        ...letter({
          language,
          title: 'A session was ended',
          paragraphs: [
            `A key of your login came a second time ${timeIn(language, at)}. That happens when somebody has a copy of it; so this login counts no more, neither theirs nor yours.`,
            'Please log in again.',
          ],
          action: { label: 'Log in', url },
          footer: ['If it happens again, please tell your admin.'],
        }),
      }

/** To somebody who joined a workspace as an admin, when they could not run one before. */
export const roleRaisedMail = (language: Language, url: string): Mail =>
  language === 'de'
    ? {
        subject: `Sie sind jetzt Admin`,
        ...letter({
          language,
          title: 'Sie sind jetzt Admin',
          paragraphs: [
            'In einem Ihrer Workspaces haben Sie jetzt die Rechte eines Admins: Sie können Personen einladen, Einstellungen ändern und das Protokoll lesen.',
            'Dafür gibt es die Verwaltung im Browser. Ist sie noch nicht zu sehen, dann melden Sie sich bitte neu an.',
          ],
          action: { label: 'Zur Verwaltung', url },
          footer: ['Das erwarten Sie nicht? Dann fragen Sie bitte nach, wer Sie dazu gemacht hat.'],
        }),
      }
    : {
        subject: `You are an admin now`,
        ...letter({
          language,
          title: 'You are an admin now',
          paragraphs: [
            'In one of your workspaces you have the rights of an admin now: you can invite people, change settings and read the audit log.',
            'That is done on the admin pages in the browser. If you do not see them yet, please log in again.',
          ],
          action: { label: 'To the admin pages', url },
          footer: ['You did not expect this? Then please ask who made you an admin.'],
        }),
      }

/** The last mail to an address; it leads nowhere, as there is nothing left. `at`: ISO 8601 UTC */
export const accountErasedMail = (language: Language, at: string): Mail =>
  language === 'de'
    ? {
        subject: `Ihr Konto wurde gelöscht`,
        ...letter({
          language,
          title: 'Ihr Konto wurde gelöscht',
          paragraphs: [
            `Ihr Konto bei ${PRODUCT} wurde ${timeIn(language, at)} gelöscht. Anmeldungen, Geräte und Verbindungen zu anderen Anbietern gelten nicht mehr, offene Links in unseren E-Mails auch nicht.`,
            'Ihre Adresse wird überall unlesbar. In den Workspaces anderer bleibt stehen, was dort geschah, ohne Ihre Adresse.',
            'Das lässt sich nicht rückgängig machen. Sie können sich mit dieser Adresse neu registrieren; das ist dann ein anderes Konto.',
          ],
          footer: ['Das waren Sie nicht? Dann sagen Sie es bitte den Admins Ihrer Workspaces.'],
        }),
      }
    : {
        subject: `Your account was deleted`,
        ...letter({
          language,
          title: 'Your account was deleted',
          paragraphs: [
            `Your account at ${PRODUCT} was deleted ${timeIn(language, at)}. Logins, devices and links to other providers count no more, nor do open links in our e-mails.`,
            'Your address becomes unreadable everywhere. In the workspaces of others what happened there remains, without your address.',
            'This cannot be undone. You can sign up with this address anew; that is another account then.',
          ],
          footer: ['That was not you? Then please tell the admins of your workspaces.'],
        }),
      }
