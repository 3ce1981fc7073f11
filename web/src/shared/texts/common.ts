import { isApiError, UNKNOWN_ERROR } from '../api-error.ts'
import { createTexts } from './create-texts.ts'
import { germanErrorOf } from './german-error-of.ts'
import { getLanguage, useLanguage } from './language.ts'

/** Texts that several features share. English texts of the specification are verbatim. */
export const commonTexts = createTexts(
  {
    skipToContent: 'Skip to content',
    language: 'Language',
    theme: { title: 'Appearance', system: 'System', light: 'Light', dark: 'Dark' },
    loading: 'Loading…',
    retry: 'Try again',
    close: 'Close',
    cancel: 'Cancel',
    save: 'Save',
    loadMore: 'Load more',
    people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
    yes: 'Yes',
    no: 'No',
    email: 'E-mail',
    password: 'Password',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    show: 'Show',
    hide: 'Hide',
    optional: 'optional',
    login: 'Login',
    logout: 'Logout',
    checkYourEmail: 'Check your email',
    partFailed: 'This part of the page could not be loaded.',
    sessionEnded: 'Your session has ended. Log in to continue where you were.',
    offline: 'There is no connection to the server. Please check your network and try again.',
    requestId: (id: string) => `Reference for support: ${id}`,
    readModels: {
      toCome: 'This will appear shortly.',
      following: 'Your change is saved. The lists will update shortly.',
      'read-model.building': 'Part of this page is being prepared and will appear shortly.',
      'read-model.behind': 'The latest changes are being added and will appear shortly.',
      'read-model.parked': 'Some of this data is being repaired and will appear when it is ready.',
      'store.unavailable':
        'The service is interrupted. Nothing was lost, and this page will continue by itself.',
      kept: 'Until then you see the previous data.',
      lost: 'Changes by others appear with a delay at the moment. This page keeps trying to reconnect.',
      asOf: (ago: string) => `As of ${ago}.`,
      asOfNow: 'As of less than a minute ago.',
    },
    roles: { admin: 'Admin', 'regular user': 'Regular user', 'super admin': 'Super admin', system: 'System' },
    approver: 'Approver',
    requester: 'Requester',
    unexpected: 'Ooops! Sorry, an unexpected error has occured. Please return to the main page.',
    toMainPage: 'Main page',
    notFound: {
      title: 'Page not found',
      text: 'There is no page at this address. The link may be incomplete.',
    },
    invalid: {
      field: 'Field is required.',
      short: 'Must be 3 characters at least',
      emailMissing: 'Email is required.',
      email: 'Please enter a valid email address.',
      emailLocal:
        'Before the @, please use only unaccented letters, digits and symbols. Not every mail server accepts others.',
      passwordMissing: 'Password is required',
      passwordShort: (least: number) => `Password must be at least ${least} characters long`,
      confirmMissing: 'Please confirm your password',
      confirmDiffers: 'Passwords must match',
      long: (most: number) => `Must be ${most} characters at most`,
      characters: 'Contains characters that are not allowed.',
    },
  },
  {
    skipToContent: 'Zum Inhalt springen',
    language: 'Sprache',
    theme: { title: 'Darstellung', system: 'System', light: 'Hell', dark: 'Dunkel' },
    loading: 'Wird geladen …',
    retry: 'Erneut versuchen',
    close: 'Schließen',
    cancel: 'Abbrechen',
    save: 'Speichern',
    loadMore: 'Mehr laden',
    people: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
    yes: 'Ja',
    no: 'Nein',
    email: 'E-Mail',
    password: 'Passwort',
    showPassword: 'Passwort anzeigen',
    hidePassword: 'Passwort verbergen',
    show: 'Anzeigen',
    hide: 'Verbergen',
    optional: 'freiwillig',
    login: 'Anmelden',
    logout: 'Abmelden',
    checkYourEmail: 'Bitte sehen Sie in Ihrem Postfach nach',
    partFailed: 'Dieser Teil der Seite konnte nicht geladen werden.',
    sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich an, und Sie sind wieder, wo Sie waren.',
    offline: 'Keine Verbindung zum Server. Bitte prüfen Sie Ihr Netz und versuchen Sie es erneut.',
    requestId: (id) => `Kennung für den Support: ${id}`,
    readModels: {
      toCome: 'Das erscheint von selbst.',
      following: 'Was Sie getan haben, ist festgehalten. Die Listen folgen von selbst.',
      'read-model.building': 'Ein Teil dieser Seite wird gerade vorbereitet und erscheint von selbst.',
      'read-model.behind': 'Das Neueste wird gerade ergänzt und erscheint von selbst.',
      'read-model.parked': 'Ein Teil dieser Daten wird gerade repariert und erscheint von selbst.',
      'store.unavailable':
        'Der Dienst ist unterbrochen. Es ging nichts verloren; diese Seite macht von selbst weiter.',
      kept: 'Bis dahin sehen Sie, was zuvor hier stand.',
      lost: 'Was andere tun, erscheint hier gerade nicht sofort. Die Seite versucht es weiter.',
      asOf: (ago) => `Stand: ${ago}.`,
      asOfNow: 'Stand: vor weniger als einer Minute.',
    },
    roles: {
      admin: 'Admin',
      'regular user': 'Regulär',
      'super admin': 'Super-Admin',
      system: 'System',
    },
    approver: 'Freigebend',
    requester: 'Anfragend',
    unexpected:
      'Entschuldigung, es ist ein unerwarteter Fehler aufgetreten. Bitte kehren Sie zur Hauptseite zurück.',
    toMainPage: 'Zur Hauptseite',
    notFound: {
      title: 'Seite nicht gefunden',
      text: 'Unter dieser Adresse gibt es nichts. Vielleicht ist der Link unvollständig.',
    },
    invalid: {
      field: 'Dieses Feld ist erforderlich.',
      short: 'Mindestens 3 Zeichen',
      emailMissing: 'Die E-Mail-Adresse ist erforderlich.',
      email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
      emailLocal:
        'Vor dem @ sind nur Buchstaben ohne Umlaute und Akzente, Ziffern und Zeichen möglich: Andere nimmt nicht jeder Mailserver.',
      passwordMissing: 'Das Passwort ist erforderlich',
      passwordShort: (least) => `Das Passwort braucht mindestens ${least} Zeichen`,
      confirmMissing: 'Bitte bestätigen Sie Ihr Passwort',
      confirmDiffers: 'Die Passwörter müssen übereinstimmen',
      long: (most) => `Höchstens ${most} Zeichen`,
      characters: 'Enthält Zeichen, die nicht erlaubt sind.',
    },
  },
)

export const useText = commonTexts.use

/** The text of an error in the reader's language. Falls back to the server's message. */
export const errorText = (error: unknown): string => {
  if (!isApiError(error)) return UNKNOWN_ERROR
  if (error.code === 'network.failed') return commonTexts.now().offline
  if (getLanguage() === 'en') return error.message
  return germanErrorOf(error.code) ?? error.message
}

/** `errorText` for components. Follows the language. */
export const useErrorText = (): ((error: unknown) => string) => {
  useLanguage()
  return errorText
}
