import type { Row } from '../definition/changes.ts'

/** The text form of COPY: a line for each row, a tab between columns, `\N` for NULL, a backslash before what would mean something. */

export type Column = {
  readonly name: string
  /** json or jsonb, or a list of them: a text is then a JSON text like any other value. */
  readonly isJson: boolean
  readonly isArray: boolean
}

const NULL = '\\N'
const ESCAPED = /[\\\t\n\r]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const escaped = (text: string): string =>
  ESCAPED.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character]!) : text

/** As a column takes it, without escapes; undefined for NULL. */
const plain = (value: unknown, isJson: boolean): string | undefined => {
  if (typeof value === 'string' && !isJson) return value
  if (value === null || value === undefined) return undefined
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined || text === 'null') return undefined
  // A date, for one, is written as the text that it is in JSON.
  return !isJson && text.startsWith('"') ? (JSON.parse(text) as string) : text
}

/** `{a,NULL,"b\"c"}` */
const arrayText = (values: readonly unknown[], isJson: boolean): string => {
  const parts = values.map((value) => {
    if (Array.isArray(value) && !isJson) return arrayText(value, isJson)
    const text = plain(value, isJson)
    return text === undefined ? 'NULL' : `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`
  })
  return `{${parts.join(',')}}`
}

const fieldOf = ({ isJson, isArray }: Column, value: unknown): string => {
  if (isArray && Array.isArray(value)) return escaped(arrayText(value, isJson))
  const text = plain(value, isJson && !isArray)
  return text === undefined ? NULL : escaped(text)
}

export const lineOf = (columns: readonly Column[], row: Row): string =>
  `${columns.map((column) => fieldOf(column, row[column.name])).join('\t')}\n`
