import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { accountMails } from '#modules/accounts/accounts.mail-kinds.ts'
import { workspaceMails } from '#modules/workspaces/workspaces.mail-kinds.ts'
import { createEffectLedger } from '#platform/effects/effect-ledger.ts'
import { paced, takeSlots } from '#platform/effects/mail-pace.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { eventually } from '#support/eventually.ts'
import { openStage, signUp } from '#support/product/mail-stage.ts'
import { workspaceOf } from '#support/product/workspaces.ts'
import { recordEffects } from '#support/record-effects.ts'
import { createDatabase } from '#support/servers/postgres.ts'
import { freePort, noRedis, startRedis } from '#support/servers/redis.ts'

const stage = openStage()
afterAll(() => stage.close())

test.skipIf(noRedis !== null)(
  '120 invitations keep the pace over two workers; neither the link for a new account nor a single invitation of another workspace waits behind them',
  { timeout: 90_000 },
  async () => {
    const redis = await startRedis(await freePort())
    stage.defer(() => redis.kill())
    const arrivals: { readonly to: string; readonly at: number }[] = []
    let now = () => Date.now()
    const smtp = await stage.smtp({
      beforeReply: async ({ recipients }) => void arrivals.push({ to: recipients[0]!, at: now() }),
    })
    const product = await stage.product({
      SMTP_URL: smtp.url,
      REDIS_URL: redis.url,
      MASS_MAILS_A_MINUTE: 120,
    })
    now = () => product.clock.now().getTime()
    // A trial has at most 100 open invitations.
    const workspaces = [await workspaceOf(product), await workspaceOf(product)]
    const kinds = { mailKinds: [...accountMails, ...workspaceMails] }
    await stage.worker(product, kinds)
    await stage.worker(product, kinds)
    const began = now()
    const invite = async ({ id, admin }: (typeof workspaces)[number], addresses: readonly string[]) => {
      const rights = { role: 'regular user', approver: true, requester: false }
      const { status } = await product.call('POST', `/workspaces/invite-participants/${id}`, {
        token: admin.token,
        body: { participants: addresses.map((email) => ({ email, ...rights })) },
      })
      expect(status).toBe(200)
    }
    for (const one of workspaces)
      await invite(
        one,
        Array.from({ length: 60 }, (_, i) => `${one.id.slice(0, 8)}-${i}@b.org`),
      )
    const invited = () => arrivals.filter(({ to }) => to.endsWith('@b.org'))
    const sent = (count: number) => eventually(() => expect(invited().length).toBeGreaterThanOrEqual(count))
    await sent(20)

    await signUp(product, 'ada@example.com')
    await eventually(() => expect(arrivals.map(({ to }) => to)).toContain('ada@example.com'))
    expect(invited().length).toBeLessThan(100)

    await invite(await workspaceOf(product), ['single@b.org'])
    await eventually(async () =>
      expect(await product.platform.db('effects').where('purpose', 'workspace.invitation')).toHaveLength(121),
    )
    product.clock.advance(10_000)
    await sent(40)
    expect(invited().map(({ to }) => to)).toContain('single@b.org')
    for (const count of [60, 80, 100, 120, 121]) {
      product.clock.advance(10_000)
      await sent(count)
    }
    expect(new Set(invited().map(({ to }) => to)).size).toBe(121)
    expect(invited()).toHaveLength(121)
    // Twenty each ten seconds: the twenty-first not before the first ten are over.
    const early = invited().filter(({ at }, i) => at < began + Math.floor(i / 20) * 10_000)
    expect(early).toEqual([])
  },
)

test('few mails of a workspace take over the next slots of those who have many waiting, whose mails go last; all digests count together', async () => {
  const database = await createDatabase()
  stage.defer(() => database.drop())
  const db = openDatabase(database.url)
  stage.defer(() => db.destroy())
  const ledger = createEffectLedger(db)
  const start = new Date('2026-03-02T10:00:00Z')
  const purposes = new Set(['mass'])
  const record = async (streams: readonly string[], seconds: number) => {
    const now = new Date(start.getTime() + seconds * 1_000)
    const effects = streams.map((stream) => {
      const [id, eventId] = [randomUUID(), randomUUID()]
      return { id, eventId, stream, revision: 0, purpose: 'mass', recipient: '', traceparent: null }
    })
    await db.transaction(async (transaction) =>
      recordEffects(
        transaction,
        ledger,
        await paced(transaction, effects, { purposes, aMinute: 12, now }),
        now,
      ),
    )
  }
  /** In seconds after the start. */
  const slotsOf = async (stream: string) => {
    const rows = await db('effects')
      .where('stream', 'like', `${stream}%`)
      .orderBy('next_at')
      .select('next_at')
    return rows.map(({ next_at: at }: { next_at: Date }) => (at.getTime() - start.getTime()) / 1_000)
  }
  const many = (count: number, stream: string) => Array.from({ length: count }, () => stream)
  await record([...many(15, 'workspace-a'), 'workspace-b'], 0)
  expect(await slotsOf('workspace-b')).toEqual([0])
  expect(await slotsOf('workspace-a')).toEqual([0, 10, 10, 20, 20, 30, 30, 40, 40, 50, 50, 60, 60, 70, 70])
  await record(['workspace-c'], 1)
  await record(['digest-u-2026-03', 'digest-v-2026-03'], 2)
  expect([await slotsOf('workspace-c'), await slotsOf('digest')]).toEqual([[10], [10, 20]])
  expect(await slotsOf('workspace-a')).toEqual([0, 20, 30, 30, 40, 40, 50, 50, 60, 60, 70, 70, 80, 80, 90])
  // A workspace with few mails is never passed, and one with many passes none.
  await record(many(9, 'digest-w-2026-03'), 3)
  expect((await slotsOf('digest')).slice(2)).toEqual([90, 100, 100, 110, 110, 120, 120, 130, 130])
  await record(many(11, 'workspace-c'), 3)
  expect((await slotsOf('workspace-c')).slice(0, 2)).toEqual([10, 140])
})

test('slots go on where the last ones ended, begin anew after a pause, and are given back by a rollback', async () => {
  const database = await createDatabase()
  stage.defer(() => database.drop())
  const db = openDatabase(database.url)
  stage.defer(() => db.destroy())
  const start = new Date('2026-03-02T10:00:00Z')
  const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
  /** In seconds after the start. */
  const take = (count: number, seconds: number, aMinute = 12) =>
    db.transaction(async (transaction) => {
      const slots = await takeSlots(transaction, { aMinute, count, now: at(seconds) })
      return slots.map((slot) => (slot.getTime() - start.getTime()) / 1_000)
    })
  expect(await take(5, 0)).toEqual([0, 0, 10, 10, 20])
  await expect(
    db.transaction(async (transaction) => {
      await takeSlots(transaction, { aMinute: 12, count: 50, now: at(1) })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await take(2, 3)).toEqual([20, 30])
  const two = await Promise.all([take(2, 4), take(2, 4)])
  expect(two.flat().toSorted((a, b) => a - b)).toEqual([30, 40, 40, 50])
  expect(await take(1, 100)).toEqual([100])
  expect(await take(3, 300, 1)).toEqual([300, 360, 420])
})
