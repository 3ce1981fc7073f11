import type { Body } from '#contract/endpoint.ts'
import { hasForeignLocalPart } from '#contract/accounts/address.ts'
import type { inviteParticipants } from '#contract/workspaces/invitations.ts'
import { typedText, typingFault } from '#contract/typed-text.ts'
import { isEmail } from '#shared/forms/field-errors.ts'

/** A person from a list or a file. Null values take the common choices. */
export type NamedRow = {
  /** The line in the text, from 1. */
  readonly line: number
  readonly email: string
  readonly name: string | null
  readonly role: string | null
  readonly approver: string | null
  readonly requester: string | null
  readonly isBroken: boolean
}

type Invitee = Body<typeof inviteParticipants>['participants'][number]
export type Grant = Omit<Invitee, 'email' | 'name'>
export type RowProblem =
  | 'broken'
  | 'formula'
  | 'email'
  | 'emailLocal'
  | 'name'
  | 'nameSigns'
  | 'role'
  | 'yesNo'
  | 'flags'
  | 'twice'
  | 'tooMany'
/** A row that can be invited, or its problem. */
export type CheckedRow = Pick<NamedRow, 'line' | 'email' | 'name'> &
  (
    | { readonly problem: RowProblem; readonly invitee: null }
    | { readonly problem: null; readonly invitee: Invitee }
  )

const MOST = 500
const OF_LIST = { name: null, role: null, approver: null, requester: null, isBroken: false } as const

/** Strips what programs add around copied text. */
const plain = (text: string): string => text.replaceAll(/\p{Cf}/gu, '').replaceAll(/\r\n?/g, '\n')

/** Splits a line at commas and semicolons outside quotes. */
const PART = (separator: string) => new RegExp(`(?:"[^"]*"|[^"${separator}]|")+`, 'g')

/** The name and the address of `Anna <anna@example.com>`, else the whole text as an address. */
const personIn = (part: string): Pick<NamedRow, 'email' | 'name'> => {
  const [, name = '', address = part] = /^([^<>]*)<([^<>]*)>\s*$/.exec(part) ?? []
  const bare = (text: string) => text.replaceAll(/^[\s,;]+|[\s,;]+$/g, '')
  return { email: bare(address), name: bare(name).replaceAll('"', '').trim() || null }
}

/** Reads `anna@example.com` and `Anna <anna@example.com>`, separated by lines, commas or semicolons. */
export const rowsOfList = (text: string): readonly NamedRow[] =>
  plain(text)
    .split('\n')
    .flatMap((line, index) =>
      (line.match(PART(line.includes(';') ? ';' : ',')) ?? []).flatMap((part) => {
        const person = personIn(part)
        return person.email === '' ? [] : [{ ...OF_LIST, ...person, line: index + 1 }]
      }),
    )

const HEADS = {
  email: /^(e-?mail|mail|address|adresse)/,
  /** Whole: a first name alone is none. */
  name: /^(name|full name|vor- und nachname)$/,
  firstName: /^(first name|given name|vorname)$/,
  lastName: /^(last name|family name|surname|nachname|familienname)$/,
  role: /^(role|rolle)/,
  approver: /^(approver|freigebend|freigabe|freigeber)/,
  requester: /^(requester|anfragend|anfrage)/,
}
export type ColumnKind = keyof typeof HEADS
type Columns = { readonly [kind in ColumnKind]: number }

/** The columns of a header. Null if the row is not a header. */
const columnsOf = (cells: readonly string[]): Columns | null => {
  const place = (head: RegExp) => cells.findIndex((cell) => head.test(cell.trim().toLowerCase()))
  const columns = Object.fromEntries(Object.entries(HEADS).map(([kind, head]) => [kind, place(head)]))
  const { email } = columns as Columns
  return email < 0 || cells.some((cell) => cell.includes('@')) ? null : (columns as Columns)
}

/** A column of a table. */
export type Heading = {
  readonly heading: string
  /** What it is read as; null: it is not read. */
  readonly kind: ColumnKind | null
}

/** The columns of the table whose header is the first line; none if that is no header. */
export const headingsOf = (text: string): readonly Heading[] => {
  const [first = ''] = plain(text).trim().split('\n')
  const cells = first.split(/[;,\t]/).map((cell) => cell.replaceAll('"', '').trim())
  const columns = columnsOf(cells)
  if (!columns) return []
  const kinds = Object.keys(HEADS) as ColumnKind[]
  // A whole name is read, and its parts are not.
  const isRead = (kind: ColumnKind) =>
    (kind !== 'firstName' && kind !== 'lastName') ||
    (columns.name < 0 && columns.firstName >= 0 && columns.lastName >= 0)
  return cells.flatMap((heading, at) =>
    heading === ''
      ? []
      : { heading, kind: kinds.find((kind) => columns[kind] === at && isRead(kind)) ?? null },
  )
}

/** Whether the first line is the header of a table. */
export const isTable = (text: string): boolean => headingsOf(text).length > 0

/** The maximum lines of a quoted cell. It bounds the search for a missing closing quote. */
const MOST_LINES = 50

/** A row of a table, with its first line. A malformed row is that line only. */
type TableRecord = {
  readonly line: number
  readonly text: string
  readonly cells: readonly string[]
  readonly isBroken: boolean
}

/** The delimiter of the header, or of the first line with several cells. */
const delimiterOf = (text: string): string => {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/"[^"]*"/g, ''))
  const first = isTable(text) ? lines[0] : lines.find((line) => /[;,\t]/.test(line))
  const times = (sign: string) => first?.split(sign).length ?? 0
  return [',', ';', '\t'].reduce((most, sign) => (times(sign) > times(most) ? sign : most))
}

/** After a row with unmatched quotes it continues with the next line, so that other rows stay intact. */
const recordsOf = async (text: string): Promise<readonly TableRecord[]> => {
  const { default: papa } = await import('papaparse')
  const lines = text.split('\n')
  const delimiter = delimiterOf(text)
  const records: TableRecord[] = []
  let at = 0
  while (at < lines.length) {
    const own = lines[at]!
    const seen = own.includes('"') ? lines.slice(at, at + MOST_LINES).join('\n') : own
    const { data, errors, meta } = papa.parse<string[]>(seen, { delimiter, newline: '\n', preview: 1 })
    const isBroken = errors.some(({ type }) => type === 'Quotes')
    const cells = isBroken ? own.replaceAll('"', '').split(delimiter) : (data[0] ?? [])
    records.push({ line: at + 1, text: own, cells, isBroken })
    at += isBroken ? 1 : seen.slice(0, meta.cursor).replace(/\n$/, '').split('\n').length
  }
  return records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

/** Without further columns, each cell with an `@` is a person. Quoted names are read as mail programs write them. */
const rowsOfCells = ({ line, text, cells, isBroken }: TableRecord): readonly NamedRow[] => {
  const meant = isBroken ? rowsOfList(text) : []
  if (meant.length > 0 && meant.every(({ email }) => isEmail(email)))
    return meant.map((row) => ({ ...row, line }))
  const named = cells.filter((cell) => cell.includes('@')).map(personIn)
  return (named.length > 0 ? named : [{ email: cells.join(' ').trim() }]).map((person) => ({
    ...OF_LIST,
    ...person,
    line,
    isBroken,
  }))
}

/** Reads a table with commas, semicolons or tabs, and an optional German or English header. Loads the parser on demand. */
export const rowsOfTable = async (text: string): Promise<readonly NamedRow[]> => {
  const records = await recordsOf(plain(text))
  const head = records[0]?.cells ?? []
  const columns = columnsOf(head)
  if (!columns) return records.flatMap(rowsOfCells)
  const below = records.slice(1)
  if (head.length === 1) return below.flatMap(rowsOfCells)
  return below.map(({ line, cells, isBroken }) => {
    const cell = (column: number) => cells[column]?.trim() ?? null
    const parts = columns.firstName < 0 || columns.lastName < 0 ? [] : [columns.firstName, columns.lastName]
    const name = columns.name < 0 ? parts.flatMap((part) => cell(part) || []).join(' ') : cell(columns.name)
    return {
      line,
      isBroken,
      email: cell(columns.email) || cells.join(' ').trim(),
      // As in a cell of two lines.
      name: name?.replaceAll(/\s+/g, ' ') || null,
      role: cell(columns.role),
      approver: cell(columns.approver),
      requester: cell(columns.requester),
    }
  })
}

const ROLES: Readonly<Record<string, Grant['role']>> = {
  admin: 'admin',
  administrator: 'admin',
  administratorin: 'admin',
  'regular user': 'regular user',
  regular: 'regular user',
  user: 'regular user',
  mitglied: 'regular user',
  benutzer: 'regular user',
}
const FLAGS: Readonly<Record<string, boolean>> = {
  '': false,
  '0': false,
  no: false,
  nein: false,
  false: false,
  falsch: false,
  '1': true,
  x: true,
  yes: true,
  ja: true,
  true: true,
  wahr: true,
}

const LONGEST_NAME = 60

/** What a spreadsheet would calculate, should the text ever get into one. */
const FORMULA = /^[=+\-@]/

const problemOf = ({ email, name, isBroken }: NamedRow): RowProblem | null => {
  if (isBroken) return 'broken'
  if (FORMULA.test(email) || FORMULA.test(name ?? '')) return 'formula'
  if (!isEmail(email)) return hasForeignLocalPart(email) ? 'emailLocal' : 'email'
  if (name === null) return null
  if (typingFault(name, 'one') !== undefined) return 'nameSigns'
  return [...typedText(name)].length > LONGEST_NAME ? 'name' : null
}

/** The values of the row, or the common choices. */
const grantOf = ({ role, approver, requester }: NamedRow, all: Grant): Grant | RowProblem => {
  const flag = (said: string | null, otherwise: boolean) =>
    said === null ? otherwise : FLAGS[said.toLowerCase()]
  const given = {
    role: role ? ROLES[role.toLowerCase()] : all.role,
    approver: flag(approver, all.approver),
    requester: flag(requester, all.requester),
  }
  if (given.role === undefined) return 'role'
  if (given.approver === undefined || given.requester === undefined) return 'yesNo'
  if (given.role === 'regular user' && !given.approver && !given.requester) return 'flags'
  return given as Grant
}

/** Checks the rows. Of several with one address, the first one counts. */
export const checkRows = (rows: readonly NamedRow[], all: Grant): readonly CheckedRow[] => {
  const seen = new Set<string>()
  let good = 0
  return rows.map((row): CheckedRow => {
    const { line, email, name } = row
    const bad = (problem: RowProblem): CheckedRow => ({ line, email, name, problem, invitee: null })
    const problem = problemOf(row)
    if (problem) return bad(problem)
    const grant = grantOf(row, all)
    if (typeof grant === 'string') return bad(grant)
    const address = email.toLowerCase()
    if (seen.has(address)) return bad('twice')
    seen.add(address)
    if (++good > MOST) return bad('tooMany')
    return { line, email, name, problem: null, invitee: { email, ...(name && { name }), ...grant } }
  })
}

/** The text without the lines of rows that need no more work: of their own, and those that a cell in quotes goes on over. */
export const textOfOpen = (
  text: string,
  rows: readonly Pick<NamedRow, 'line'>[],
  openLines: ReadonlySet<number>,
): string => {
  if (openLines.size === 0) return ''
  const starts = new Set(rows.map(({ line }) => line))
  let isKept = true
  return plain(text)
    .split('\n')
    .filter((_, at) => {
      if (starts.has(at + 1)) isKept = openLines.has(at + 1)
      return isKept
    })
    .join('\n')
}
