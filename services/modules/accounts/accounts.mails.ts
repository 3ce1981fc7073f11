import { PRODUCT } from '#contract/common.ts'
import { letter, naming, type Phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { typedLine } from '#modules/mails/people.ts'
import { dateFormat } from '#contract/date-formats.ts'

export type Language = 'de' | 'en'

export const confirmationMail = (language: Language, url: string): Mail =>
  language === 'de'
    ? {
        subject: `Bitte bestätigen Sie Ihre E-Mail-Adresse`,
        ...letter({
          language,
          title: 'Bestätigen Sie Ihre E-Mail-Adresse',
          paragraphs: [
            `Mit dieser Adresse wurde ein Konto bei ${PRODUCT} angelegt. Sobald Sie die Adresse bestätigt haben, können Sie sich anmelden.`,
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
            `A ${PRODUCT} account was created with this address. Once you have confirmed the address, you can log in.`,
            'The link is valid for 24 hours.',
          ],
          action: { label: 'Confirm address', url },
        }),
      }

/** Sent when a provider does not vouch for the address of its account. */
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
            `Jemand hat sich gerade mit einem ${name}-Konto angemeldet, das Ihre Adresse verwendet. Wenn Sie das waren, bestätigen Sie bitte die Anmeldung. Danach können Sie sich mit diesem ${name}-Konto bei ${PRODUCT} anmelden.`,
            'Der Link gilt 30 Minuten und nur in dem Browser, in dem Sie sich angemeldet haben.',
          ],
          action: { label: 'Anmeldung bestätigen', url },
          footer: ['Das waren Sie nicht? Dann öffnen Sie den Link bitte nicht.'],
        }),
      }
    : {
        subject: `Please confirm your sign-in with ${name}`,
        ...letter({
          language,
          title: `Confirm your sign-in with ${name}`,
          paragraphs: [
            `Someone has just signed in with a ${name} account that uses your address. If that was you, please confirm it. You can then sign in to ${PRODUCT} with this ${name} account.`,
            'The link is valid for 30 minutes and only works in the browser where you signed in.',
          ],
          action: { label: 'Confirm sign-in', url },
          footer: ['If that was not you, do not open the link.'],
        }),
      }
}

export const identityLinkedMail = (
  language: Language,
  given: { readonly provider: 'google' | 'microsoft'; readonly at: Moment; readonly url: string },
): Mail => {
  const { at, url } = given
  const name = { google: 'Google', microsoft: 'Microsoft' }[given.provider]
  return language === 'de'
    ? {
        subject: `Sie können sich jetzt auch mit ${name} anmelden`,
        ...letter({
          language,
          title: `Anmeldung mit ${name} hinzugefügt`,
          paragraphs: [
            `Ihrem Konto bei ${PRODUCT} wurde ${timeIn(language, at)} die Anmeldung mit einem ${name}-Konto hinzugefügt, das Ihre Adresse verwendet.`,
          ],
          action: { label: 'Konto ansehen', url },
          footer: [
            'Das waren Sie nicht? Dann ändern Sie bitte sofort das Passwort Ihres E-Mail-Postfachs und informieren Sie Ihren Admin.',
          ],
        }),
      }
    : {
        subject: `You can now sign in with ${name}`,
        ...letter({
          language,
          title: `Sign-in with ${name} added`,
          paragraphs: [
            `Sign-in with a ${name} account that uses your address was added to your account at ${PRODUCT} ${timeIn(language, at)}.`,
          ],
          action: { label: 'View your account', url },
          footer: [
            'If that was not you, change the password of your mailbox immediately and tell your admin.',
          ],
        }),
      }
}

/** Sent when someone signs up with the address of a verified account. */
export const accountExistsMail = (language: Language, url: string): Mail =>
  language === 'de'
    ? {
        subject: `Sie haben bereits ein Konto`,
        ...letter({
          language,
          title: 'Sie haben bereits ein Konto',
          paragraphs: [
            `Jemand wollte mit Ihrer Adresse ein neues Konto bei ${PRODUCT} anlegen. Zu dieser Adresse gibt es bereits ein Konto. Es wurde nicht verändert.`,
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
            `Someone tried to create a new ${PRODUCT} account with your address. You already have an account with this address. It has not been changed.`,
            'If that was you, log in with your current password.',
          ],
          action: { label: 'Log in', url },
        }),
      }

/** A time as its reader has it. */
export type Moment = {
  /** ISO 8601 UTC */
  readonly at: string
  /** Of the reader; null if they have chosen none. */
  readonly timeZone: string | null
}

/** Formats a time as part of a sentence. An account has no workspace whose time zone would do. */
export const timeIn = (language: Language, { at, timeZone }: Moment): string => {
  const zone = timeZone ?? 'UTC'
  const format = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(language === 'de' ? 'de-DE' : 'en-GB', { ...options, timeZone: zone }).format(new Date(at))
  const minute = format({ timeStyle: 'short' })
  return language === 'de'
    ? `am ${format({ dateStyle: 'medium' })} um ${minute} Uhr (${zone})`
    : `on ${format({ dateStyle: 'long' })} at ${minute} (${zone})`
}

export const sessionReplayedMail = (
  language: Language,
  { at, url }: { readonly at: Moment; readonly url: string },
): Mail =>
  language === 'de'
    ? {
        subject: `Wir haben Sie zu Ihrer Sicherheit abgemeldet`,
        ...letter({
          language,
          title: 'Wir haben Sie abgemeldet',
          paragraphs: [
            `Wir haben Sie ${timeIn(language, at)} abgemeldet, weil Ihre Sitzung an zwei Orten verwendet wurde.`,
            'Bitte melden Sie sich erneut an. Wenn Sie das nicht waren, ändern Sie Ihr Passwort.',
          ],
          action: { label: 'Anmelden', url },
          footer: ['Falls das erneut geschieht, informieren Sie bitte Ihren Admin.'],
        }),
      }
    : {
        subject: `We signed you out for your security`,
        ...letter({
          language,
          title: 'We signed you out',
          paragraphs: [
            `We signed you out ${timeIn(language, at)} because your session was used from two places.`,
            'Please log in again. If that was not you, change your password.',
          ],
          action: { label: 'Log in', url },
          footer: ['If this happens again, please tell your admin.'],
        }),
      }

/** Sent to a regular user who becomes an admin of a workspace. `by`: who made them one; null if unknown or erased. */
export const roleRaisedMail = (
  language: Language,
  {
    by,
    workspaceName,
    url,
  }: { readonly by: Phrase | null; readonly workspaceName: string | null; readonly url: string },
): Mail => {
  const words = {
    de: ['einem Ihrer Workspaces', '„', '“'],
    en: ['one of your workspaces', '“', '”'],
  } as const
  const [unknown, before, after] = words[language]
  const name = workspaceName === null ? null : typedLine(workspaceName, 80)
  const place = name === null ? [unknown] : [before, { given: name }, after]
  return language === 'de'
    ? {
        subject: `Sie sind jetzt Admin${name === null ? '' : ` in „${name}“`}`,
        ...letter({
          language,
          title: 'Sie sind jetzt Admin',
          paragraphs: [
            by === null
              ? naming`Sie wurden in ${place} zum Admin gemacht.`
              : naming`${by} hat Sie in ${place} zum Admin gemacht.`,
            'Sie können dort Personen einladen, Einstellungen ändern und das Protokoll lesen. Das geschieht in der Verwaltung im Browser. Falls Sie sie noch nicht sehen, melden Sie sich bitte erneut an.',
          ],
          action: { label: 'Zur Verwaltung', url },
          footer: ['Haben Sie das nicht erwartet? Dann fragen Sie bitte nach, warum Sie Admin sind.'],
        }),
      }
    : {
        subject: `You are now an admin${name === null ? '' : ` of “${name}”`}`,
        ...letter({
          language,
          title: 'You are now an admin',
          paragraphs: [
            by === null
              ? naming`You were made an admin in ${place}.`
              : naming`${by} has made you an admin in ${place}.`,
            'There you can invite people, change settings and read the audit log. You do this on the admin pages in the browser. If you do not see them yet, please log in again.',
          ],
          action: { label: 'Open the admin pages', url },
          footer: ['If you did not expect this, please ask why you are an admin.'],
        }),
      }
}

/** Sent to who gets no more mails about requests, by choice or by the link of a digest. */
export const requestMailsOffMail = (
  language: Language,
  { at, url }: { readonly at: Moment; readonly url: string },
): Mail =>
  language === 'de'
    ? {
        subject: `Sie erhalten keine E-Mails zu Anfragen mehr`,
        ...letter({
          language,
          title: 'Keine E-Mails zu Anfragen mehr',
          paragraphs: [
            `Die E-Mails zu gewöhnlichen Anfragen wurden ${timeIn(language, at)} für Ihr Konto bei ${PRODUCT} ausgeschaltet, im Konto oder über den Link einer Zusammenfassung.`,
            'Anfragen sehen Sie weiterhin in der App. E-Mails zu Anrufprüfungen und zur Sicherheit kommen wie bisher.',
          ],
          action: { label: 'Im Konto ändern', url },
          footer: ['Das waren Sie nicht? Dann ändern Sie die Einstellung zurück und auch Ihr Passwort.'],
        }),
      }
    : {
        subject: `You get no more e-mails about requests`,
        ...letter({
          language,
          title: 'No more e-mails about requests',
          paragraphs: [
            `E-mails about ordinary requests were switched off for your account at ${PRODUCT} ${timeIn(language, at)}, in the account or by the link of a digest.`,
            'You still find your requests in the app. E-mails about call checks and security come as before.',
          ],
          action: { label: 'Change it in your account', url },
          footer: ['If that was not you, change the setting back, and your password as well.'],
        }),
      }

/** The last mail to an address. It has no link, because the account is gone. */
export const accountErasedMail = (language: Language, at: Moment): Mail =>
  language === 'de'
    ? {
        subject: `Ihr Konto wurde gelöscht`,
        ...letter({
          language,
          title: 'Ihr Konto wurde gelöscht',
          paragraphs: [
            `Ihr Konto bei ${PRODUCT} wurde ${timeIn(language, at)} gelöscht. Anmeldungen, Geräte, Verbindungen zu anderen Anbietern und Links aus unseren E-Mails gelten nicht mehr.`,
            'Ihre Adresse wird überall unlesbar. In den Workspaces anderer bleiben Ihre Anfragen und Entscheidungen im Protokoll, aber ohne Ihre Adresse.',
            'Das lässt sich nicht rückgängig machen. Sie können sich mit dieser Adresse neu registrieren und erhalten dann ein neues Konto.',
          ],
          footer: ['Das waren Sie nicht? Dann informieren Sie bitte die Admins Ihrer Workspaces.'],
        }),
      }
    : {
        subject: `Your account was deleted`,
        ...letter({
          language,
          title: 'Your account was deleted',
          paragraphs: [
            `Your account at ${PRODUCT} was deleted ${timeIn(language, at)}. Your logins, devices, linked providers and the links in our e-mails no longer work.`,
            'Your address becomes unreadable everywhere. Your requests and decisions stay in the audit logs of other people’s workspaces, but without your address.',
            'This cannot be undone. You can sign up with this address again and will then get a new account.',
          ],
          footer: ['If that was not you, please tell the admins of your workspaces.'],
        }),
      }
