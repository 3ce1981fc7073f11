import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of the fields that a kind of request has. */
export const fieldTexts = createTexts(
  {
    kind: 'Kind of request',
    freeText: 'Free text',
    optional: (label: string) => `${label} (optional)`,
    currencyOf: (label: string) => `${label}: currency`,
    example: 'For example 10,000.00',
    isAmount: (amount: string) => `= ${amount}`,
    ibanOf: (country: string) => `${country}, the check digits are right`,
    choose: 'Please choose',
    none: 'None',
    findPerson: 'Search by name or e-mail address',
    me: 'You',
    nobody: (q: string) => `Nobody’s name or address contains “${q}”.`,
    change: 'Choose somebody else',
    erased: 'deleted user',
    addFile: 'Add a file',
    fileHint: 'PDF, PNG, JPEG or XML, up to 10 MiB',
    text: {
      missing: 'Field is required.',
      characters: 'Contains characters that are not allowed.',
      long: 'This is too long.',
      refused: 'This was not accepted. Please check it.',
    },
    amount: {
      missing: 'Field is required.',
      form: 'Please type an amount such as 10,000.00.',
      large: 'Please type an amount below ten trillion.',
      decimals: (currency: string, most: number) =>
        most === 0 ? `${currency} has no decimals.` : `${currency} has ${most} decimals at most.`,
      currency: (currency: string) => `The amount names another currency than ${currency}.`,
    },
    iban: {
      characters: 'An IBAN has only letters without accents and digits.',
      country: 'An IBAN starts with two letters for a country that has IBANs.',
      digits: 'The check digits do not fit. Please compare each character.',
      length: (country: string, length: number, given: number) =>
        `An IBAN of this country (${country}) has ${length} characters, this one has ${given}.`,
      form: (country: string) => `This is not how an IBAN of this country (${country}) is made up.`,
    },
  },
  {
    kind: 'Art der Anfrage',
    freeText: 'Freier Text',
    optional: (label) => `${label} (freiwillig)`,
    currencyOf: (label) => `${label}: Währung`,
    example: 'Zum Beispiel 10.000,00',
    isAmount: (amount) => `= ${amount}`,
    ibanOf: (country) => `${country}, die Prüfziffern stimmen`,
    choose: 'Bitte wählen',
    none: 'Keine Angabe',
    findPerson: 'Name oder E-Mail-Adresse suchen',
    me: 'Sie selbst',
    nobody: (q) => `„${q}“ kommt in keinem Namen und keiner Adresse vor.`,
    change: 'Jemand anderen wählen',
    erased: 'gelöschter Benutzer',
    addFile: 'Datei hinzufügen',
    fileHint: 'PDF, PNG, JPEG oder XML, bis zu 10 MiB',
    text: {
      missing: 'Dieses Feld ist erforderlich.',
      characters: 'Enthält Zeichen, die nicht erlaubt sind.',
      long: 'Das ist zu lang.',
      refused: 'Das wurde nicht angenommen. Bitte prüfen Sie es.',
    },
    amount: {
      missing: 'Dieses Feld ist erforderlich.',
      form: 'Bitte geben Sie einen Betrag wie 10.000,00 ein.',
      large: 'Bitte geben Sie einen Betrag unter zehn Billionen ein.',
      decimals: (currency, most) =>
        most === 0
          ? `${currency} hat keine Nachkommastellen.`
          : `${currency} hat höchstens ${most} Nachkommastellen.`,
      currency: (currency) => `Im Betrag steht eine andere Währung als ${currency}.`,
    },
    iban: {
      characters: 'Eine IBAN hat nur Buchstaben ohne Umlaute und Akzente und Ziffern.',
      country: 'Eine IBAN beginnt mit zwei Buchstaben für ein Land, das IBANs hat.',
      digits: 'Die Prüfziffern passen nicht. Bitte vergleichen Sie jedes Zeichen.',
      length: (country, length, given) =>
        `Eine IBAN dieses Landes (${country}) hat ${length} Zeichen, diese hat ${given}.`,
      form: (country) => `So ist eine IBAN dieses Landes (${country}) nicht aufgebaut.`,
    },
  },
)
