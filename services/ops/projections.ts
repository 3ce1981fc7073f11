import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'
import { allEvents } from '#modules/all.events.ts'
import { createLogger } from '#platform/logger.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { activeBuild, buildNamed, startBuild } from '../../projections/builds.ts'
import { projections as known } from '../../projections/index.ts'
import type { Projection } from '../../projections/projection.ts'
import { startProjector } from '../../projections/projector.ts'

const USAGE = 'list | build NAME'
const PROGRESS_MS = 500

/** How far a position is: facts in a Postgres table, bytes of the log in EventStoreDB. */
const countOf = (position: string | null | undefined): number => {
  const start = (position?.indexOf(':') ?? 0) + 1
  return Number(position?.slice(start, start + 20) ?? 0)
}

const list = async ({ db, eventStore }: Platform): Promise<number> => {
  const head = countOf(await eventStore.head())
  for (const { name, version } of known) {
    const at = countOf((await activeBuild(db, name))?.position)
    console.log(`${name.padEnd(14)}v${version}  at ${at} of ${head}`)
  }
  return 0
}

/**
 * Builds a read model anew beside the one that is read, which it then takes the place of. Answers 1 when facts were set
 * aside. Throws StoreExchanged, StoreSetBack and whatever else the gate throws, with nothing changed.
 */
export const build = async (platform: Platform, projection: Projection): Promise<number> => {
  const { db, eventStore } = platform
  await platform.gate.pass()
  const goal = countOf(await eventStore.head())
  const startedAt = performance.now()
  const { name } = await startBuild(db, projection, eventStore, { promotes: true })
  const projector = await startProjector(platform, [projection])
  const showing = setInterval(() => {
    buildNamed(db, name).then(
      ({ position }) => console.log(`${name}: ${countOf(position)} of ${goal}`),
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
    .where({ build: name })
    .first<{ parked: string; held: string }>(
      db.raw('count(*) FILTER (WHERE NOT held) AS parked'),
      db.raw('count(*) FILTER (WHERE held) AS held'),
    )
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const held = aside.held === '0' ? '' : `, ${aside.held} held for a newer program`
  console.log(`${name} is built up to ${goal} in ${seconds} s, ${aside.parked} parked${held}.`)
  return aside.parked === '0' && held === '' ? 0 : 1
}

const run = async (platform: Platform, [action, name]: readonly string[]): Promise<number> => {
  if (action === 'list') return list(platform)
  const projection = known.find((one) => one.name === name)
  if (action === 'build' && projection) return build(platform, projection)
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
