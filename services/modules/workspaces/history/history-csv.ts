import type { Checkpoint } from '#contract/workspaces/history-export.ts'
import type { HistoryMail } from '#contract/workspaces/audit.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import type { ExportedEntry, ExportedLog } from '#projections/audit/export-queries.ts'
import { csvIn, type Cell } from './csv.ts'
import { timeIn } from './history-times.ts'

/** The audit log as CSV. The last row is the checkpoint; a file without it is incomplete. */
const COLUMNS = [
  'sequence',
  'time_utc',
  'time_in_workspace',
  'action',
  'outcome',
  'actor_email',
  'actor_role',
  'actor_id',
  'target_kind',
  'target_label',
  'target_id',
  'changes',
  'assurance',
  'mails',
  'ip',
  'device',
  'request_id',
  'entry_id',
  'hash',
  'actor_name',
  'target_name',
  'mails_to',
] as const
type Row = { readonly [column in (typeof COLUMNS)[number]]?: Cell }

const cellsOf = (row: Row) => COLUMNS.map((column) => row[column])

/** `Mail to "Ben Schulz" ben@example.com: request.created, failed (EENVELOPE 550)`. The quoted name cannot pose as more. */
const mailWords = ({ recipient, purpose, outcome, reason }: HistoryMail): string => {
  const { email, name, participantId, userId } = recipient
  const to =
    email === null ? (userId ?? participantId ?? '–') : `${name ? `${JSON.stringify(name)} ` : ''}${email}`
  return `Mail to ${to}: ${purpose}, ${outcome}${reason === null ? '' : ` (${reason})`}`
}

const rowOf = (entry: ExportedEntry, mails: readonly HistoryMail[], timezone: string): Row => ({
  sequence: entry.sequence,
  time_utc: entry.at,
  time_in_workspace: timeIn(timezone, entry.at),
  action: entry.action,
  outcome: entry.outcome,
  actor_email: entry.actor.email,
  actor_role: entry.actor.role,
  actor_id: entry.actor.userId,
  target_kind: entry.target.kind,
  target_label: entry.target.label,
  target_id: entry.target.id,
  changes: entry.changes.length === 0 ? null : JSON.stringify(entry.changes),
  assurance: entry.assurance,
  mails: entry.mails && JSON.stringify(entry.mails),
  ip: entry.ip,
  device: entry.device,
  request_id: entry.requestId,
  entry_id: entry.id,
  hash: entry.hash,
  actor_name: entry.actor.name ?? null,
  target_name: entry.target.name ?? null,
  mails_to: mails.map(mailWords).join('; '),
})

const rowOfCheckpoint = ({ content, signature, publicKey }: Checkpoint, timezone: string): Row => ({
  sequence: content.sequence,
  time_utc: content.at,
  time_in_workspace: timeIn(timezone, content.at),
  action: 'checkpoint',
  target_kind: 'workspace',
  target_id: content.workspaceId,
  changes: canonicalText({ content, publicKey, signature }),
  hash: content.hash,
})

export const historyCsv = async function* (
  log: ExportedLog,
  { language, timezone }: { readonly language: 'de' | 'en'; readonly timezone: string },
  sign: () => Checkpoint,
): AsyncGenerator<Buffer, void, undefined> {
  const csv = csvIn(language)
  yield csv.head(COLUMNS)
  for await (const page of log.pages()) {
    const mails = await log.mailsOf(page)
    yield csv.lines(page.map((entry) => cellsOf(rowOf(entry, mails.get(entry.id) ?? [], timezone))))
  }
  yield csv.lines([cellsOf(rowOfCheckpoint(sign(), timezone))])
}
