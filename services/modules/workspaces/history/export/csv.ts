/**
 * Files of comma-separated values: UTF-8 with BOM, CRLF (RFC 4180). The columns are the same in every language.
 */

export type Cell = string | number | null | undefined

/** The separator that spreadsheets in this language expect, because their decimal sign is a point or a comma. */
const SEPARATOR = { de: ';', en: ',' } as const

const BOM = '\uFEFF'

/** A start that a spreadsheet takes for a formula, also in full width. */
const FORMULA_START = /^(?=[\s"']*[=+\-@＝＋－＠])|^(?=[\t\r\n])/
/** The same after a character that some spreadsheets take for a cell separator. */
const FORMULA_WITHIN = /([;\t\r\n|])(?=[\s"']*[=+\-@＝＋－＠])/g

/** Puts an apostrophe before everything that a spreadsheet would run as a formula. */
export const cell = (value: Cell): string => {
  if (typeof value === 'number') return String(value)
  const text = (value ?? '').replaceAll(FORMULA_WITHIN, "$1'").replace(FORMULA_START, "'")
  return /[",;\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** How a file is written for readers of this language. */
export const csvIn = (language: 'de' | 'en') => {
  const line = (cells: readonly Cell[]): string => `${cells.map(cell).join(SEPARATOR[language])}\r\n`
  return {
    head: (columns: readonly string[]): Buffer => Buffer.from(`${BOM}${line(columns)}`),
    lines: (rows: readonly (readonly Cell[])[]): Buffer => Buffer.from(rows.map(line).join('')),
  }
}
