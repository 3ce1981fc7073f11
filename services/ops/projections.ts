import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'
import { allEvents } from '#modules/all.events.ts'
import type { Knex } from '#platform/database.ts'
import { createLogger } from '#platform/logger.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { resetProjection } from '../../projections/checkpoints.ts'
import { projections as known } from '../../projections/index.ts'
import type { Projection } from '../../projections/projection.ts'
import { startProjector } from '../../projections/projector.ts'

const USAGE = 'list | rebuild NAME'
const PROGRESS_MS = 500

/** How far a position is: facts in a Postgres table, bytes of the log in EventStoreDB. */
const countOf = (position: string | null | undefined): number => {
  const start = (position?.indexOf(':') ?? 0) + 1
  return Number(position?.slice(start, start + 20) ?? 0)
}

const checkpointOf = async (db: Knex, name: string): Promise<string | null> =>
  (await db('checkpoints').where({ name }).first('position'))?.position ?? null

const list = async ({ db, eventStore }: Platform): Promise<number> => {
  const head = countOf(await eventStore.head())
  for (const { name, version } of known) {
    const at = countOf(await checkpointOf(db, name))
    console.log(`${name.padEnd(14)}v${version}  at ${at} of ${head}`)
  }
  return 0
}

/**
 * Empties the tables and fills them from the first fact on. A running product notices and lends a hand; reads
 * of this projection lack rows until it is done. Answers 1 when facts were set aside. Throws StoreExchanged,
 * StoreSetBack and whatever else the gate throws, with nothing changed.
 */
export const rebuild = async (platform: Platform, projection: Projection): Promise<number> => {
  const { db, eventStore } = platform
  const { name } = projection
  await platform.gate.pass()
  const goal = countOf(await eventStore.head())
  const startedAt = performance.now()
  await resetProjection(db, projection)
  const projector = await startProjector(platform, [projection])
  const showing = setInterval(() => {
    checkpointOf(db, name).then(
      (at) => console.log(`${name}: ${countOf(at)} of ${goal}`),
      // The projector waits for the database as well.
      () => {},
    )
  }, PROGRESS_MS)
  try {
    await projector.caughtUp()
  } finally {
    clearInterval(showing)
    await projector.stop()
  }
  const aside = await db('parked_facts')
    .where({ projection: name })
    .first<{ parked: string; held: string }>(
      db.raw('count(*) FILTER (WHERE NOT held) AS parked'),
      db.raw('count(*) FILTER (WHERE held) AS held'),
    )
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const held = aside.held === '0' ? '' : `, ${aside.held} held for a newer program`
  console.log(`${name} is rebuilt up to ${goal} in ${seconds} s, ${aside.parked} parked${held}.`)
  return aside.parked === '0' && held === '' ? 0 : 1
}

const run = async (platform: Platform, [action, name]: readonly string[]): Promise<number> => {
  if (action === 'list') return list(platform)
  const projection = known.find((one) => one.name === name)
  if (action === 'rebuild' && projection) return rebuild(platform, projection)
  const names = known.map((one) => one.name).join(', ')
  console.error(`npm run ops -- projections ${USAGE}\n\nProjections: ${names}`)
  return 2
}

export const projections: Command = {
  usage: USAGE,
  summary: 'how far each read model is; build one anew from the facts',
  run: async (args) => {
    const found = await openOpsDatabase()
    const log = createLogger('error')
    const platform = await openPlatform(found.config, { log, catalogue: allEvents, readModels: [] })
    try {
      return await run(platform, args)
    } finally {
      await platform.close()
      await found.close()
    }
  },
}
