import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainFilledLog, fillAuditLog } from '#support/product/audit-log.ts'
import { eventually } from '#support/eventually.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { workspaceOf, type OwnWorkspace } from '#support/product/workspaces.ts'

/** Reads an export from a listening server, at any speed. */

/** Three times as many as fit between the server and a client that does not read. */
const ENTRIES = 18_000
let product: Product
let base: string
let queries = 0
let workspace: OwnWorkspace

beforeAll(async () => {
  product = await openProduct()
  base = await product.app.listen({ port: 0, host: '127.0.0.1' })
  product.platform.db.on('query', ({ sql }: { sql: string }) => {
    if (sql.includes('LEFT JOIN audit_entries AS b')) queries += 1
  })
  workspace = await workspaceOf(product)
  const { db } = product.platform
  await product.call('GET', `/workspaces/history/${workspace.id}`, { token: workspace.admin.token })
  for (const table of ['audit_entries', 'audit_heads', 'audit_values'])
    await db(table).where({ workspace_id: workspace.id }).delete()
  await fillAuditLog(db, { workspaceId: workspace.id, entries: ENTRIES, people: 50 })
  await chainFilledLog(db, workspace.id)
}, 60_000)
afterAll(() => product?.close())

/** Number of pages read, once it stays the same for a while. */
const pagesRead = async (): Promise<number> => {
  let [before, looks] = [-1, 0]
  await eventually(() => {
    looks = queries === before ? looks + 1 : 0
    before = queries
    expect(looks).toBeGreaterThan(40)
  })
  return before
}

test(
  'the log is read only as fast as the client reads the file, and not after the client is gone',
  { timeout: 90_000 },
  async () => {
    const { id, admin } = workspace
    const url = `${base}/workspaces/history-export/${id}?format=jsonl`
    queries = 0
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers: { authorization: `Bearer ${admin.token}` } }, resolve).on('error', reject)
    })
    expect(answer.statusCode).toBe(200)
    answer.pause()
    const whole = ENTRIES / 500
    const untaken = await pagesRead()
    expect(untaken).toBeLessThan(whole / 2)
    answer.destroy()
    expect(await pagesRead()).toBeLessThanOrEqual(untaken + 2)
    // The next export is complete, and contains the aborted one.
    const response = await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } })
    const lines = (await response.text()).trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(ENTRIES)
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ checkpoint: { content: { workspaceId: id } } })
  },
)

test('an export that fails on the server never looks complete', { timeout: 90_000 }, async () => {
  const { id, admin } = workspace
  const url = `${base}/workspaces/history-export/${id}?format=csv`
  const response = await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } })
  expect(response.status).toBe(200)
  await product.platform
    .db('audit_entries')
    .where({ workspace_id: id, sequence: 100 })
    .update({ at: 'infinity' })
  await expect(response.text()).rejects.toThrow(/terminated/)
})
