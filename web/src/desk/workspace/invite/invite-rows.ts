import type { Body } from '#contract/endpoint.ts'
import { hasForeignLocalPart } from '#contract/address.ts'
import type { inviteParticipants } from '#contract/invitations.ts'
import { isEmail } from '../../../shared/faults.ts'

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
export type Fault = 'broken' | 'email' | 'emailLocal' | 'role' | 'yesNo' | 'flags' | 'twice' | 'tooMany'
/** Somebody who can be invited, or why not. */
export type CheckedRow = { readonly line: number; readonly email: string } & (
  { readonly fault: Fault; readonly invitee: null } | { readonly fault: null; readonly invitee: Invitee }
)

const MOST = 500
const OF_LIST = { role: null, approver: null, requester: null, isBroken: false } as const

/** Without what programs put around what they copy. */
const plain = (text: string): string => text.replaceAll(/\p{Cf}/gu, '').replaceAll(/\r\n?/g, '\n')

/** Parts of a line between commas or semicolons that stand in no quotes. */
const PART = (separator: string) => new RegExp(`(?:"[^"]*"|[^"${separator}]|")+`, 'g')

/** `anna@example.com`, `Anna <anna@example.com>`, one on each line or several with commas or semicolons between. */
export const rowsOfList = (text: string): readonly NamedRow[] =>
  plain(text)
    .split('\n')
    .flatMap((line, index) =>
      (line.match(PART(line.includes(';') ? ';' : ',')) ?? []).flatMap((part) => {
        const email = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).replaceAll(/^[\s,;]+|[\s,;]+$/g, '')
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

/** A table of commas, semicolons or tabs, with a head in German or English or with none. The parser is loaded when one is read. */
export const rowsOfTable = async (given: string): Promise<readonly NamedRow[]> => {
  const { default: papa } = await import('papaparse')
  const text = plain(given)
  const records: { line: number; cells: readonly string[]; isBroken: boolean }[] = []
  let line = 1
  let from = 0
  papa.parse<string[]>(text, {
    delimitersToGuess: [';', ',', '\t'],
    step({ data, errors, meta }) {
      const isBroken = errors.some(({ type }) => type === 'Quotes')
      records.push({ line, cells: data, isBroken })
      line += text.slice(from, meta.cursor).split('\n').length - 1
      from = meta.cursor
    },
  })
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const columns = columnsOf(filled[0]?.cells ?? [])
  return (columns ? filled.slice(1) : filled).map(({ cells, ...record }) => {
    const cell = (column = -1) => cells[column]?.trim() ?? null
    const email = columns ? cell(columns.email) : cells.find((one) => one.includes('@'))?.trim()
    return {
      ...record,
      email: email || cells.join(' ').trim(),
      role: cell(columns?.role),
      approver: cell(columns?.approver),
      requester: cell(columns?.requester),
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

const faultOf = ({ email, isBroken }: NamedRow): Fault | null => {
  if (isBroken) return 'broken'
  if (isEmail(email)) return null
  return hasForeignLocalPart(email) ? 'emailLocal' : 'email'
}

/** What the row says, else what was chosen for all. */
const grantOf = ({ role, approver, requester }: NamedRow, all: Grant): Grant | Fault => {
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
    const bad = (fault: Fault): CheckedRow => ({ line, email, fault, invitee: null })
    const fault = faultOf(row)
    if (fault) return bad(fault)
    const grant = grantOf(row, all)
    if (typeof grant === 'string') return bad(grant)
    const address = email.toLowerCase()
    if (seen.has(address)) return bad('twice')
    seen.add(address)
    if (++good > MOST) return bad('tooMany')
    return { line, email, fault: null, invitee: { email, ...grant } }
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
