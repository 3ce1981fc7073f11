import type { workspaceHistory } from '#contract/workspaces/audit.ts'
import type { Query } from '#contract/endpoint.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { historyOf } from '#projections/audit/queries.ts'
import { fillAuditLog } from '#support/product/audit-log.ts'
import { newDatabase } from '../database.ts'
import { figure, median, type Figure, type Progress } from '../measure.ts'

const entries = 1_000_000
const rounds = 5

const workspaceId = '11111111-1111-4111-8111-111111111111'
const others = Array.from({ length: 100 }, (_, n) => `22222222-2222-4222-8222-${String(n).padStart(12, '0')}`)

export const timeWarm = async (read: () => Promise<unknown>): Promise<number> => {
  await read()
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await read()
    took.push(performance.now() - start)
  }
  return median(took)
}

type Sample = { readonly hash: string; readonly target_id: string; readonly target_label: string }

/** For each filter a rare value, a common one and none; and some combinations. */
const pagesOf = (one: Sample): Readonly<Record<string, Query<typeof workspaceHistory>>> => ({
  'mails folded': { mails: 'folded' },
  'a page in the middle': { mails: 'folded', cursor: String(entries / 2) },
  'actor: one': { actor: 'anna4450@' },
  'actor: a hundred': { actor: '77@' },
  'actor: a fifth of all': { actor: 'anna' },
  'actor: all': { actor: 'example' },
  'actor: nobody': { actor: 'nobody' },
  'action: most': { action: 'request' },
  'action: only long ago': { action: 'participant.joined' },
  'action: none': { action: 'nothing' },
  'target: its label': { target: one.target_label },
  'target: its id': { target: one.target_id },
  'target: an eighth': { target: 'rechnung' },
  'target: none': { target: 'approved' },
  'status: one in 1,000': { status: 'refused' },
  'status: most': { status: 'ok' },
  'from and to: a day long ago': { from: '2024-03-01T00:00:00Z', to: '2024-03-02T00:00:00Z' },
  'from: the last month': { from: '2025-03-08T00:00:00Z' },
  'to: the first day': { to: '2024-01-02T00:00:00Z' },
  'text: a label': { q: one.target_label },
  'text: in most changes': { q: 'before' },
  'text: in an eighth of the labels': { q: 'rechnung' },
  'text: only long ago': { q: 'joined' },
  'text: in most addresses': { q: 'example' },
  'text: in a third of the devices': { q: 'iphone' },
  'text: an ip': { q: '10.77.' },
  'text: a hash': { q: one.hash.slice(0, 12) },
  'text: three signs': { q: 'fee' },
  'text: five digits': { q: '12345' },
  'text: nothing': { q: 'nowhere to be found' },
  'two that never meet': { action: 'mail', mails: 'folded' },
  'a text and an action that never meet': { q: 'approved', action: 'request.declined' },
  'three that never meet': { q: 'before', status: 'refused', action: 'request.created' },
  'a text and a status': { q: 'rechnung', status: 'refused' },
  'a text and an actor': { q: 'rechnung', actor: 'anna4450@' },
  'of two letters, no index helps: text': { q: 'qx' },
})

/** Each page and filter of an audit log with a million entries, and a million more in other workspaces. */
export const benchAudit = async (url: string, progress: Progress): Promise<Figure[]> => {
  const database = await newDatabase(url, { built: true })
  const db = openDatabase(database.url)
  try {
    progress(`audit: writing ${entries} entries, and as many of other workspaces`)
    await fillAuditLog(
      db,
      { workspaceId, entries, people: 10_000 },
      ...others.map((other) => ({ workspaceId: other, entries: entries / others.length, people: 1_000 })),
    )
    await db.raw('VACUUM ANALYZE')
    const one: Sample = await db('audit_entries')
      .where({ workspace_id: workspaceId, sequence: 500_001 })
      .first()
    const first = await timeWarm(() => historyOf(db, workspaceId, {}))
    const figures = [figure(`first page of ${entries} entries`, first, 'ms')]
    for (const [name, query] of Object.entries(pagesOf(one))) {
      progress(`audit: ${name}`)
      const took = await timeWarm(() => historyOf(db, workspaceId, query))
      figures.push(figure(`the same by ${name}, to the first page`, took, 'ms', { baseline: first }))
    }
    return figures
  } finally {
    await db.destroy()
    await database.drop()
  }
}
