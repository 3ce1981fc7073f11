import type { RunFault } from '#contract/requests/payment-run.ts'
import { createTexts } from '../texts/create-texts.ts'

const german: { readonly [fault in RunFault]: string } = {
  amount: 'ist kein Betrag über null.',
  bic: 'ist kein BIC.',
  characters: 'enthält Zeichen, die nicht jedes Gerät anzeigen kann.',
  count: 'nennt nicht die Zahl der Zahlungen.',
  currency: 'ist keine Währung nach ISO 4217.',
  currencies: 'hat eine andere Währung als die erste Zahlung. Ein Zahlungslauf hat eine Währung.',
  date: 'ist kein Datum.',
  decimals: 'hat mehr Nachkommastellen, als die Währung hat.',
  depth: 'ist zu tief verschachtelt.',
  doctype: 'enthält eine Dokumenttyp-Deklaration. Sie wird nicht gelesen.',
  encoding:
    'steht nicht in der Zeichenkodierung, die die Datei angibt, oder in einer, die nicht gelesen wird.',
  foreign: 'gehört zu einem anderen Namensraum.',
  iban: 'ist keine gültige IBAN.',
  instruction: 'enthält eine Verarbeitungsanweisung. Sie wird nicht gelesen.',
  length: 'ist zu lang.',
  many: 'enthält zu viele Elemente.',
  method: 'ist keine Überweisung (TRF).',
  missing: 'fehlt oder ist leer.',
  mixed: 'enthält Text zwischen Elementen oder einen Kommentar im Text.',
  number: 'ist keine Zahl.',
  size: 'ist größer als 10 MiB.',
  sum: 'ist nicht die Summe der Zahlungen.',
  syntax: 'ist kein wohlgeformtes XML.',
  twice: 'steht mehrfach da oder neben etwas, das es ausschließt.',
  unsupported: 'wird hier nicht gelesen.',
  version: 'ist weder pain.001.001.03 noch pain.001.001.09.',
}

const english: { readonly [fault in RunFault]: string } = {
  amount: 'is no amount above zero.',
  bic: 'is no BIC.',
  characters: 'holds characters that not every device can show.',
  count: 'does not say how many payments there are.',
  currency: 'is no currency of ISO 4217.',
  currencies: 'is in another currency than the first payment. A payment run has one currency.',
  date: 'is no date.',
  decimals: 'has more decimals than its currency.',
  depth: 'is nested too deeply.',
  doctype: 'holds a document type, which is not read.',
  encoding: 'is not in the encoding that the file says, or in one that is not read.',
  foreign: 'belongs to another namespace.',
  iban: 'is no valid IBAN.',
  instruction: 'holds a processing instruction, which is not read.',
  length: 'is too long.',
  many: 'holds too many elements.',
  method: 'is no credit transfer (TRF).',
  missing: 'is missing or empty.',
  mixed: 'holds text between elements, or a comment within its text.',
  number: 'is no number.',
  size: 'is larger than 10 MiB.',
  sum: 'is not the sum of the payments.',
  syntax: 'is no well-formed XML.',
  twice: 'stands there more than once, or beside what excludes it.',
  unsupported: 'is not read here.',
  version: 'is neither pain.001.001.03 nor pain.001.001.09.',
}

const englishNumber = new Intl.NumberFormat('en-GB')
const germanNumber = new Intl.NumberFormat('de-DE')

export const runTexts = createTexts(
  {
    title: 'Payment run',
    titleOf: (name: string) => `Payment run ${name}`,
    loading: 'The payment run is being read …',
    count: 'Payments',
    sum: 'Sum',
    from: 'From',
    on: (day: string) => `on ${day}`,
    number: (count: number) => englishNumber.format(count),
    moreDebits: (count: number) => `Show ${count} more`,
    largest: (count: number) => `The largest ${count}`,
    payments: 'Payments',
    first: 'No payment run was approved here before, so nothing can be compared.',
    nothingNew: (time: string) =>
      `Every payee and account was in a run approved before, the last one on ${time}.`,
    compared: (time: string) => `Compared with the runs approved here, the last one on ${time}.`,
    changed: (count: number) =>
      count === 1
        ? 'One payee has another account than before.'
        : `${count} payees have another account than before.`,
    unknown: (count: number) =>
      count === 1
        ? 'One payee was never in an approved run.'
        : `${count} payees were never in an approved run.`,
    showChanged: 'Show changed accounts',
    showUnknown: 'Show new payees',
    isUnknown: 'New payee',
    isChanged: 'Another account than before:',
    showAll: 'Show and search all payments',
    search: 'Search payee, IBAN, reference',
    filter: 'Which payments',
    filters: { all: 'All', changed: 'Changed accounts', unknown: 'New payees' },
    matches: (count: number) => (count === 1 ? 'One payment' : `${englishNumber.format(count)} payments`),
    notRead: 'This file is sent as it is, but was not read as a payment run:',
    unreadable: 'This file could not be read as a payment run. Look at it before you approve:',
    found: (what: string) => `It says ${what}.`,
    expected: (what: string) => `Expected: ${what}.`,
    faults: english,
  },
  {
    title: 'Zahlungslauf',
    titleOf: (name) => `Zahlungslauf ${name}`,
    loading: 'Der Zahlungslauf wird gelesen …',
    count: 'Zahlungen',
    sum: 'Summe',
    from: 'Von',
    on: (day) => `am ${day}`,
    number: (count) => germanNumber.format(count),
    moreDebits: (count) => `${count} weitere anzeigen`,
    largest: (count) => `Die größten ${count}`,
    payments: 'Zahlungen',
    first: 'Hier wurde noch kein Zahlungslauf freigegeben. Es gibt nichts zum Vergleichen.',
    nothingNew: (time) =>
      `Alle Empfänger und Konten standen schon in einem freigegebenen Zahlungslauf, zuletzt am ${time}.`,
    compared: (time) => `Verglichen mit den hier freigegebenen Zahlungsläufen, zuletzt am ${time}.`,
    changed: (count) =>
      count === 1
        ? 'Ein Empfänger hat ein anderes Konto als zuvor.'
        : `${count} Empfänger haben ein anderes Konto als zuvor.`,
    unknown: (count) =>
      count === 1
        ? 'Ein Empfänger stand noch in keinem freigegebenen Zahlungslauf.'
        : `${count} Empfänger standen noch in keinem freigegebenen Zahlungslauf.`,
    showChanged: 'Geänderte Konten anzeigen',
    showUnknown: 'Neue Empfänger anzeigen',
    isUnknown: 'Neuer Empfänger',
    isChanged: 'Anderes Konto als zuvor:',
    showAll: 'Alle Zahlungen anzeigen und durchsuchen',
    search: 'Empfänger, IBAN, Referenz suchen',
    filter: 'Welche Zahlungen',
    filters: { all: 'Alle', changed: 'Geänderte Konten', unknown: 'Neue Empfänger' },
    matches: (count) => (count === 1 ? 'Eine Zahlung' : `${germanNumber.format(count)} Zahlungen`),
    notRead: 'Diese Datei wird so gesendet, wie sie ist, wurde aber nicht als Zahlungslauf gelesen:',
    unreadable:
      'Diese Datei konnte nicht als Zahlungslauf gelesen werden. Sehen Sie sie sich an, bevor Sie freigeben:',
    found: (what) => `Dort steht ${what}.`,
    expected: (what) => `Erwartet: ${what}.`,
    faults: german,
  },
)
