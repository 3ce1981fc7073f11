import type { Amount, FieldType, InBoth } from '#contract/requests/kinds.ts'
import type { UploadedFile } from '#contract/requests/files.ts'
import type { Language } from '../texts/language.ts'
import { formatDate } from '../texts/format-time.ts'
import type { NamedPerson } from '../parts/PersonText.tsx'
import { formatAmount } from './amounts.ts'
import { groupedIban } from './iban-groups.ts'
import type { OfSeveral } from './signed-in.ts'

/** A field of a request with what was entered. */
export type FilledField = {
  readonly name: string
  readonly label: InBoth
  readonly type: FieldType
  readonly value: string | Amount
  /** Of a choice. */
  readonly option?: InBoth | undefined
  /** Whether lists show it. */
  readonly listed?: boolean | undefined
  /** Of a field for a person. */
  readonly person?: NamedPerson | null | undefined
}

/** The payee’s IBAN that was approved before, if a request names another one. */
export type ChangedIban = {
  /** The name of the field. */
  readonly field: string
  readonly before: string
  readonly approvedAt: string
}

/** The part of a request that its kind adds. A reply of before has none. */
export type OfKind = OfSeveral & {
  readonly kind?: { readonly name: InBoth } | null | undefined
  readonly fields?: readonly FilledField[] | undefined
  readonly files?: readonly UploadedFile[] | undefined
  readonly changedIban?: ChangedIban | null | undefined
}

/** What people typed into the fields, for what looks at words. */
export const typedIn = ({ fields = [] }: OfKind): readonly string[] =>
  fields.flatMap(({ type, value }) =>
    typeof value === 'string' && (type === 'line' || type === 'text') ? value : [],
  )

/** The files of a request that stand in none of its fields. */
export const filesBeside = ({ files = [], fields = [] }: OfKind): readonly UploadedFile[] => {
  const inFields = new Set(fields.filter(({ type }) => type === 'file').map(({ value }) => value))
  return files.filter(({ id }) => !inFields.has(id))
}

/** The file in a field. */
export const fileIn = (
  { value }: FilledField,
  files: readonly UploadedFile[] = [],
): UploadedFile | undefined => files.find(({ id }) => id === value)

/** A value in words, but for people and files. */
export const valueWords = ({ type, value, option }: FilledField, language: Language): string => {
  if (option) return option[language]
  if (typeof value !== 'string') return formatAmount(value, language)
  if (type === 'iban') return groupedIban(value)
  return type === 'date' ? formatDate(value, language) : value
}
