import { ACTION_TEXTS, actionWords } from '#contract/log-texts/action-texts.ts'
import { changedValue, type Dates } from '#contract/log-texts/change-words.ts'
import { FIELD_TEXTS, fieldWords } from '#contract/log-texts/field-texts.ts'
import { LOG_TEXTS } from '#contract/log-texts/log-texts.ts'
import {
  isAboutMails,
  MAIL_TEXTS,
  mailCountsOf,
  mailWords,
  reasonWords,
} from '#contract/log-texts/mail-texts.ts'
import { VALUE_TEXTS, valueWords } from '#contract/log-texts/value-texts.ts'
import type { Amount } from '#contract/requests/kinds.ts'
import type { HistoryMail } from '#contract/workspaces/audit.ts'
import type { ExportedEntry } from '#projections/audit/export-queries.ts'
import { amountDigits } from './amounts.ts'
import { EXPORT_TEXTS } from './export-texts.ts'
import { dayIn, readableTime } from './history-times.ts'

/** An entry in the words of its reader, as the page of the log says it. Shared by the exports for people. */

export type Language = 'de' | 'en'
export type Reader = { readonly language: Language; readonly timezone: string }

const COLUMNS = Object.keys(EXPORT_TEXTS.en.heads) as readonly Column[]
export type Column = keyof typeof EXPORT_TEXTS.en.heads
export type Said = { readonly [column in Exclude<Column, 'sequence'>]: string | null } & {
  readonly sequence: number
}

/** The heads of the columns, in order. */
export const headsIn = ({ language, timezone }: Reader): readonly (readonly [Column, string])[] =>
  COLUMNS.map((column) => {
    const head = EXPORT_TEXTS[language].heads[column]
    return [column, typeof head === 'string' ? head : head(timezone)]
  })

const known = (words: Readonly<Record<string, string>>, key: string): string => words[key] ?? key

const datesIn = ({ language, timezone }: Reader): Dates => ({
  time: (at) => readableTime(language, timezone, at),
  day: (day) => dayIn(language, day),
})

/** Shown in a column of its own. */
const OWN_COLUMN = 'details'

/** `Role: Regular user → Admin; Active: Yes`. */
export const changesWords = (
  { action, changes }: ExportedEntry,
  reader: Reader,
  leaveOut: readonly string[] = [],
): string => {
  if (isAboutMails({ action })) return ''
  const { language } = reader
  const dates = datesIn(reader)
  const shown = (field: string, value: unknown): string => changedValue(field, value, language, dates)
  return changes
    .filter(({ field }) => !leaveOut.includes(field))
    .map(({ field, before, after }) => {
      const was = before === null || before === undefined ? '' : `${shown(field, before)} → `
      return `${fieldWords(field, FIELD_TEXTS[language])}: ${was}${shown(field, after)}`
    })
    .join('; ')
}

/** `"Ben Schulz" ben@example.com: Invitation, sent`. The quoted name cannot pose as more. */
const recipientWords = ({ recipient, purpose, outcome, reason }: HistoryMail, language: Language): string => {
  const { email, name } = recipient
  const text = MAIL_TEXTS[language]
  const to = email === null ? text.unknown : `${name ? `${JSON.stringify(name)} ` : ''}${email}`
  const why = reason === null ? '' : ` (${reasonWords(reason, text)})`
  return `${to}: ${valueWords('mail', purpose, VALUE_TEXTS[language])}, ${text.states[outcome]}${why}`
}

const mailsIn = (entry: ExportedEntry, language: Language): string | null => {
  const counts = mailCountsOf(entry)
  return counts && mailWords(counts, MAIL_TEXTS[language])
}

const detailsOf = ({ changes }: ExportedEntry): string | null => {
  const found = changes.find(({ field }) => field === OWN_COLUMN)?.after
  return typeof found === 'string' ? found : null
}

/** Who acted: a person, the system, or somebody whose account is deleted. */
export const actorWords = ({ actor }: ExportedEntry, language: Language): string => {
  const text = LOG_TEXTS[language]
  if (actor.email !== null) return actor.name ?? actor.email
  return actor.userId === null ? text.system : text.erased
}

export const outcomeWords = ({ action, outcome }: ExportedEntry, language: Language): string => {
  const text = LOG_TEXTS[language]
  return action === 'request.glass-broken' ? text.emergency : text.outcomes[outcome]
}

export const roleWords = ({ actor }: ExportedEntry, language: Language): string | null =>
  actor.role === null ? null : known(VALUE_TEXTS[language], actor.role)

export const targetWords = ({ target }: ExportedEntry, language: Language): string =>
  known(LOG_TEXTS[language].targets, target.kind)

const assuranceWords = ({ assurance }: ExportedEntry, language: Language): string | null =>
  assurance === null ? null : known(LOG_TEXTS[language].assurances, assurance)

export const sayEntry = (
  entry: ExportedEntry,
  mails: readonly HistoryMail[],
  reader: Reader,
  amount: Amount | null = null,
): Said => {
  const { language, timezone } = reader
  const { actor, target } = entry
  const isPerson = target.kind === 'participant'
  return {
    sequence: entry.sequence,
    at: readableTime(language, timezone, entry.at),
    action: actionWords(entry.action, ACTION_TEXTS[language]),
    outcome: outcomeWords(entry, language),
    actor: actorWords(entry, language),
    actorEmail: actor.email,
    role: roleWords(entry, language),
    targetKind: targetWords(entry, language),
    target: (isPerson ? target.name : target.label) ?? null,
    targetEmail: isPerson ? target.label : null,
    changes: changesWords(entry, reader, [OWN_COLUMN]),
    details: detailsOf(entry),
    amount: amount && amountDigits(amount, language),
    currency: amount && amount.currency,
    assurance: assuranceWords(entry, language),
    mails: mailsIn(entry, language),
    recipients: mails.map((mail) => recipientWords(mail, language)).join('; '),
    ip: entry.ip,
    device: entry.device,
    utc: entry.at,
    entryId: entry.id,
    actorId: actor.userId,
    targetId: target.id,
    requestId: entry.requestId,
    hash: entry.hash,
  }
}
