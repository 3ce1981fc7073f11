import type { Body } from '#contract/endpoint.ts'
import { hasForeignLocalPart } from '#contract/accounts/address.ts'
import type { inviteParticipants } from '#contract/workspaces/invitations.ts'
import { isEmail } from '#shared/forms/field-errors.ts'

/** Whom a list or a file names. What it does not say is null, and follows from what was chosen for all. */
export type NamedRow = {
  /** In the text, from 1. */
  readonly line: number
  readonly email: string
  readonly role: string | null
  readonly approver: string | null
  readonly requester: string | null
  readonly isBroken: boolean
}

type Invitee = Body<typeof inviteParticipants>['participants'][number]
export type Grant = Omit<Invitee, 'email'>
export type RowProblem = 'broken' | 'email' | 'emailLocal' | 'role' | 'yesNo' | 'flags' | 'twice' | 'tooMany'
/** Somebody who can be invited, or why not. */
export type CheckedRow = { readonly line: number; readonly email: string } & (
  | { readonly problem: RowProblem; readonly invitee: null }
  | { readonly problem: null; readonly invitee: Invitee }
)

const MOST = 500
const OF_LIST = { role: null, approver: null, requester: null, isBroken: false } as const

/** Without what programs put around what they copy. */
const plain = (text: string): string => text.replaceAll(/\p{Cf}/gu, '').replaceAll(/\r\n?/g, '\n')

/** Parts of a line between commas or semicolons that stand in no quotes. */
const PART = (separator: string) => new RegExp(`(?:"[^"]*"|[^"${separator}]|")+`, 'g')

/** Of `Anna <anna@example.com>` what stands in the brackets, else all. */
const addressIn = (part: string): string =>
  (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).replaceAll(/^[\s,;]+|[\s,;]+$/g, '')

/** `anna@example.com`, `Anna <anna@example.com>`, one on each line or several with commas or semicolons between. */
export const rowsOfList = (text: string): readonly NamedRow[] =>
  plain(text)
    .split('\n')
    .flatMap((line, index) =>
      (line.match(PART(line.includes(';') ? ';' : ',')) ?? []).flatMap((part) => {
        const email = addressIn(part)
        return email === '' ? [] : [{ ...OF_LIST, line: index + 1, email }]
      }),
    )

const HEADS = {
  email: /^(e-?mail|mail|address|adresse)/,
  role: /^(role|rolle)/,
  approver: /^(approver|freigebend|freigabe|freigeber)/,
  requester: /^(requester|anfragend|anfrage)/,
}
type Columns = { readonly [name in keyof typeof HEADS]: number }

/** Which column is which; null where this is no head but somebody already. */
const columnsOf = (cells: readonly string[]): Columns | null => {
  const place = (head: RegExp) => cells.findIndex((cell) => head.test(cell.trim().toLowerCase()))
  const { email, role, approver, requester } = HEADS
  const columns = {
    email: place(email),
    role: place(role),
    approver: place(approver),
    requester: place(requester),
  }
  return columns.email < 0 || cells.some((cell) => cell.includes('@')) ? null : columns
}

/** Whether the first line of a text names columns, as those of a table do. */
export const isTable = (text: string): boolean => {
  const [first = ''] = plain(text).trim().split('\n')
  return columnsOf(first.split(/[;,\t]/).map((cell) => cell.replaceAll('"', ''))) !== null
}

/** So many lines a cell in quotes may have: one that nobody closes is looked for no further, so that many of them cost little. */
const MOST_LINES = 50

/** A row of a table, with the line that it begins in. A broken one is that line alone. */
type TableRecord = {
  readonly line: number
  readonly text: string
  readonly cells: readonly string[]
  readonly isBroken: boolean
}

/** What parts the cells of the head, else of the first line that has several. */
const delimiterOf = (text: string): string => {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/"[^"]*"/g, ''))
  const first = isTable(text) ? lines[0] : lines.find((line) => /[;,\t]/.test(line))
  const times = (sign: string) => first?.split(sign).length ?? 0
  return [',', ';', '\t'].reduce((most, sign) => (times(sign) > times(most) ? sign : most))
}

/** Behind a row whose quotes do not match it goes on with the next line, so that it takes no other with it. */
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

/** Where no column says more each cell with an `@` is somebody; what only mail programs put into quotes is read as they mean it. */
const rowsOfCells = ({ line, text, cells, isBroken }: TableRecord): readonly NamedRow[] => {
  const meant = isBroken ? rowsOfList(text).map(({ email }) => email) : []
  if (meant.length > 0 && meant.every(isEmail)) return meant.map((email) => ({ ...OF_LIST, line, email }))
  const named = cells.filter((cell) => cell.includes('@')).map(addressIn)
  return (named.length > 0 ? named : [cells.join(' ').trim()]).map((email) => ({
    ...OF_LIST,
    line,
    email,
    isBroken,
  }))
}

/** A table of commas, semicolons or tabs, with a head in German or English or with none. The parser is loaded when one is read. */
export const rowsOfTable = async (text: string): Promise<readonly NamedRow[]> => {
  const records = await recordsOf(plain(text))
  const head = records[0]?.cells ?? []
  const columns = columnsOf(head)
  if (!columns) return records.flatMap(rowsOfCells)
  const below = records.slice(1)
  if (head.length === 1) return below.flatMap(rowsOfCells)
  return below.map(({ line, cells, isBroken }) => {
    const cell = (column: number) => cells[column]?.trim() ?? null
    return {
      line,
      isBroken,
      email: cell(columns.email) || cells.join(' ').trim(),
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

const problemOf = ({ email, isBroken }: NamedRow): RowProblem | null => {
  if (isBroken) return 'broken'
  if (isEmail(email)) return null
  return hasForeignLocalPart(email) ? 'emailLocal' : 'email'
}

/** What the row says, else what was chosen for all. */
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

/** Who of them can be invited; the first of several with one address. */
export const checkRows = (rows: readonly NamedRow[], all: Grant): readonly CheckedRow[] => {
  const seen = new Set<string>()
  let good = 0
  return rows.map((row): CheckedRow => {
    const { line, email } = row
    const bad = (problem: RowProblem): CheckedRow => ({ line, email, problem, invitee: null })
    const problem = problemOf(row)
    if (problem) return bad(problem)
    const grant = grantOf(row, all)
    if (typeof grant === 'string') return bad(grant)
    const address = email.toLowerCase()
    if (seen.has(address)) return bad('twice')
    seen.add(address)
    if (++good > MOST) return bad('tooMany')
    return { line, email, problem: null, invitee: { email, ...grant } }
  })
}

/** The text of a file as a spreadsheet may have saved it: UTF-8, UTF-16 or Windows’ own. */
export const textOfFile = (bytes: ArrayBuffer): string => {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
