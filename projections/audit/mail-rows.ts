import type { Knex } from 'knex'
import type { HistoryMail, historyMails, MailCounts } from '#contract/workspaces/audit.ts'
import type { Query } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import { nameOf } from './search.ts'

type MailRow = Pick<HistoryMail, 'purpose' | 'outcome' | 'reason'> & {
  readonly recipient: string
  readonly at: Date
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const CURSOR = /^(sent|perhapsSent|dropped|failed) ([a-z][a-z.-]*) ([\w-]*)$/

/** Returns the mail outcomes of these facts, by fact, for the facts that caused mails. */
export const mailCountsOf = async (
  db: Knex,
  workspaceId: string,
  causeIds: readonly string[],
): Promise<Map<string, MailCounts>> => {
  if (causeIds.length === 0) return new Map()
  const rows: { cause_id: string; outcome: keyof MailCounts; count: string }[] = await db('audit_mails')
    .where({ workspace_id: workspaceId })
    .whereIn('cause_id', [...causeIds])
    .groupBy('cause_id', 'outcome')
    .select('cause_id', 'outcome', db.raw('count(*)'))
  const counts = new Map<string, MailCounts>()
  for (const { cause_id: id, outcome, count } of rows)
    counts.set(id, {
      ...(counts.get(id) ?? { sent: 0, perhapsSent: 0, dropped: 0, failed: 0 }),
      [outcome]: Number(count),
    })
  return counts
}

const keysetOf = (cursor: string): readonly string[] => {
  const [, ...keyset] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (keyset.length === 0)
    throw new Rejected('input.invalid', [{ field: 'cursor', problem: 'is not a cursor' }])
  return keyset
}

const cursorOf = ({ outcome, purpose, recipient }: MailRow): string =>
  Buffer.from(`${outcome} ${purpose} ${recipient}`).toString('base64url')

/** Resolves recipients: participants of the workspace, or else users. */
const recipientsOf = async (
  db: Knex,
  workspaceId: string,
  rows: readonly MailRow[],
): Promise<(recipient: string) => HistoryMail['recipient']> => {
  const ids = rows.map(({ recipient }) => recipient).filter((recipient) => UUID.test(recipient))
  const [participants, people] = await Promise.all([
    db('audit_targets')
      .where({ workspace_id: workspaceId, kind: 'participant' })
      .whereIn('id', ids)
      .select('id', 'label', db.raw(`${nameOf('audit_targets')} AS name`)),
    db('audit_people as p')
      .leftJoin('audit_members as m', (on) =>
        on.on('m.user_id', 'p.user_id').andOnVal('m.workspace_id', workspaceId),
      )
      .joinRaw(
        `LEFT JOIN audit_targets AS t ON t.workspace_id = m.workspace_id AND t.kind = 'participant'
          AND t.id = m.participant_id::text`,
      )
      .whereIn('p.user_id', ids)
      .select('p.user_id as id', 'p.email as label', db.raw(`${nameOf('t')} AS name`)),
  ])
  type Named = { readonly id: string; readonly label: string | null; readonly name: string | null }
  const byId = (named: readonly Named[]) => new Map(named.map((one) => [one.id, one]))
  const [invited, users] = [byId(participants), byId(people)]
  return (id) => {
    const participant = invited.get(id)
    const { label: email = null, name = null } = participant ?? users.get(id) ?? {}
    if (participant) return { userId: null, participantId: id, email, name }
    return { userId: UUID.test(id) ? id : null, participantId: null, email, name }
  }
}

const toMails = async (db: Knex, workspaceId: string, rows: readonly MailRow[]): Promise<HistoryMail[]> => {
  const recipientOf = await recipientsOf(db, workspaceId, rows)
  return rows.map(({ recipient, purpose, outcome, reason, at }) => ({
    recipient: recipientOf(recipient),
    purpose,
    outcome,
    reason,
    at: at.toISOString(),
  }))
}

/** So many mails of one entry an export names. Its counts tell of all. */
const MAX_NAMED = 100

/** Returns the first mails of each entry: those that it is about, or that it caused. Those that were not sent come first. */
export const mailsOfEntries = async (
  db: Knex,
  workspaceId: string,
  entryIds: readonly string[],
): Promise<Map<string, HistoryMail[]>> => {
  if (entryIds.length === 0) return new Map()
  const ranked = db('audit_entries as e')
    .joinRaw('JOIN audit_mails AS m ON m.cause_id = coalesce(e.cause_id, e.id)')
    .where({ 'e.workspace_id': workspaceId, 'm.workspace_id': workspaceId })
    .whereIn('e.id', [...entryIds])
    .select(
      'e.id as entry_id',
      'm.recipient',
      'm.purpose',
      'm.outcome',
      'm.reason',
      'm.at',
      db.raw('row_number() OVER (PARTITION BY e.id ORDER BY m.outcome, m.purpose, m.recipient) AS place'),
    )
  const rows: (MailRow & { readonly entry_id: string })[] = await db
    .from(ranked.as('ranked'))
    .select('entry_id', 'recipient', 'purpose', 'outcome', 'reason', 'at')
    .where('place', '<=', MAX_NAMED)
    .orderBy(['entry_id', 'place'])
  const mails = await toMails(db, workspaceId, rows)
  return Map.groupBy(mails, (_, i) => rows[i]!.entry_id)
}

/** Returns a page of the mails of a cause, which is given by its own entry or by that of its mails. */
export const pageOfMails = async (
  db: Knex,
  workspaceId: string,
  { cause, cursor, limit = 50 }: Query<typeof historyMails>,
): Promise<{ readonly items: HistoryMail[]; readonly nextCursor: string | null }> => {
  const own = { workspace_id: workspaceId, id: cause }
  const entry = await db('audit_entries').where(own).whereNotNull('cause_id').first('cause_id')
  const page = db('audit_mails')
    .where({ workspace_id: workspaceId, cause_id: entry?.cause_id ?? cause })
    .orderBy(['outcome', 'purpose', 'recipient'])
    .limit(limit + 1)
    .select('recipient', 'purpose', 'outcome', 'reason', 'at')
  if (cursor) page.whereRaw('(outcome, purpose, recipient) > (?, ?, ?)', [...keysetOf(cursor)])
  const rows: MailRow[] = await page
  const shown = rows.slice(0, limit)
  return {
    items: await toMails(db, workspaceId, shown),
    nextCursor: rows.length > limit ? cursorOf(shown.at(-1)!) : null,
  }
}
