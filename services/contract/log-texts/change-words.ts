import type { AuditField } from '../audit-fields.ts'
import { ACTION_TEXTS, actionWords } from './action-texts.ts'
import { VALUE_TEXTS, valueWords } from './value-texts.ts'

type Language = 'de' | 'en'

const TIMES: ReadonlySet<string> = new Set<AuditField>([
  'expiresAt',
  'countsFrom',
  'approvalsMutedUntil',
  'usableFrom',
])
const DAYS: ReadonlySet<string> = new Set<AuditField>(['startDate', 'endDate', 'absentFrom', 'absentUntil'])

/** How a file writes times and days. */
export type Dates = { time(at: string): string; day(day: string): string }

/** The value of a changed field for people. What somebody typed stays as it is. */
export const changedValue = (field: string, value: unknown, language: Language, dates: Dates): string => {
  if (typeof value !== 'string' || value === '') return valueWords(field, value, VALUE_TEXTS[language])
  if (TIMES.has(field)) return dates.time(value)
  if (DAYS.has(field) && /^\d{4}-\d\d-\d\d$/.test(value)) return dates.day(value)
  if (field === 'action') return actionWords(value, ACTION_TEXTS[language])
  if (field === 'format') return value.toUpperCase()
  return valueWords(field, value, VALUE_TEXTS[language])
}
