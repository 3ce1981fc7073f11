import { expect, test, vi } from 'vitest'
import { projections } from '#projections/index.ts'
import type { Projection } from '#projections/engine/definition/projection.ts'
import { buildsOf } from '#projections/engine/builds/builds.ts'
import { beginBuild, find, promoteNamed, retireNamed, rollBack } from '#projections/operations/operations.ts'
import { byOperator } from '#projections/engine/builds/steps.ts'
import { buildApi } from '../../../services/api/app.ts'
import { lastingToken } from '#support/product/lasting-token.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { workspaceOf } from '#support/product/workspaces.ts'
import { rounds, seedOfRun } from '#support/rounds.ts'

const ROUNDS = rounds({ short: 1, long: 200 })
const seed = seedOfRun()
const WRITERS = rounds({ short: 6, long: 16 })
const READERS = WRITERS
/** Of each writer at each step, so that builds do not grow with the rounds. */
const WRITES = 3
const BUILD_MS = 120_000

const way = { by: byOperator, helps: false, withinMs: 20_000 }

/** A fresh build takes the place of the one that is read, goes back, and comes again; then the others are retired. */
const goRound = async ({ platform }: Product, model: Projection, onStep: () => void) => {
  const { db } = platform
  onStep()
  const { name } = await beginBuild(platform, model, { promotes: false, by: byOperator })
  const standing = async () => (await buildsOf(db, model.name)).find((one) => one.name === name)?.state
  await vi.waitFor(async () => expect(await standing()).toBe('ready'), { timeout: BUILD_MS, interval: 20 })
  const named = (one: string) => find(db, projections, one)
  onStep()
  await promoteNamed(platform, await named(name), way)
  onStep()
  await rollBack(platform, await named(model.name), way)
  onStep()
  await promoteNamed(platform, await named(name), way)
  onStep()
  for (const { name: other, state } of await buildsOf(db, model.name))
    if (state !== 'active') await retireNamed(platform, await named(other), byOperator)
}

test(
  `while read models are built, promoted, rolled back and retired, nobody’s read fails or is older than what they saw, and no mail comes of it (FAULT_SEED=${seed})`,
  { timeout: 60_000 + ROUNDS * 20_000 },
  async () => {
    const product = await openProduct()
    // Without the watch over what each request reads: here requests share statements.
    const app = await buildApi(product.platform, { localMailbox: false })
    const call: Product['call'] = async (method, url, { token, body, headers } = {}) => {
      const answer = await app.inject({
        method,
        url,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    }
    try {
      const lanes = await Promise.all(
        Array.from({ length: WRITERS }, async () => {
          const { id, admin } = await workspaceOf({ ...product, call })
          return { id, token: lastingToken(app, admin.token), name: '', position: '' }
        }),
      )
      const failed: unknown[] = []
      const stale: unknown[] = []
      const counts = { writes: 0, reads: 0 }
      let isDone = false
      const isOver = () => isDone || failed.length + stale.length > 0
      let allowed = 0
      let step = Promise.withResolvers<void>()
      const onStep = () => {
        allowed += WRITES
        step.resolve()
        step = Promise.withResolvers()
      }

      const write = async (lane: (typeof lanes)[number]) => {
        for (let i = 1; !isOver(); i += 1) {
          if (i > allowed) await step.promise
          const name = `Name ${i}`
          const { status, headers, body } = await call('PATCH', `/workspaces/update-settings/${lane.id}`, {
            token: lane.token,
            body: { name },
          })
          if (status !== 200) failed.push([status, body])
          else if (body.name !== name) stale.push([name, body.name])
          else Object.assign(lane, { name, position: String(headers['x-event-position']) })
          counts.writes += 1
        }
      }
      const read = async (lane: (typeof lanes)[number], path: string, nameIn: (body: never) => string) => {
        while (!isOver()) {
          const { name, position } = lane
          const { status, body } = await call('GET', path, {
            token: lane.token,
            headers: position === '' ? {} : { 'x-min-position': position },
          })
          const number = (text: string) => Number(text.split(' ')[1] ?? 0)
          if (status !== 200) failed.push([path, status, body])
          else if (number(nameIn(body as never)) < number(name))
            stale.push([path, name, nameIn(body as never)])
          counts.reads += 1
        }
      }
      type Log = { entries: { changes: { field: string; after: string }[] }[] }
      const working = [
        ...lanes.map(write),
        ...lanes
          .slice(0, READERS)
          .map((lane, i) =>
            i % 4 === 0
              ? read(
                  lane,
                  `/workspaces/history/${lane.id}?limit=1`,
                  ({ entries }: Log) => entries[0]!.changes[0]!.after,
                )
              : read(lane, `/workspaces/${lane.id}`, ({ name }: { name: string }) => name),
          ),
      ]
      const mails = await product.platform.db('effects').count({ count: '*' }).first()
      try {
        for (let round = 0; round < ROUNDS && !isOver(); round += 1)
          await goRound(product, projections[(seed + round) % projections.length]!, onStep)
      } finally {
        isDone = true
        onStep()
        await Promise.all(working)
      }
      expect(failed).toEqual([])
      expect(stale).toEqual([])
      expect(counts.reads).toBeGreaterThan(READERS)
      expect(await product.platform.db('effects').count({ count: '*' }).first()).toEqual(mails)
    } finally {
      await app.close()
      await product.close()
    }
  },
)
