import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#platform/config/config.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { buildsOf } from '#projections/engine/builds/builds.ts'
import { retire } from '#projections/engine/builds/retire.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { endEverything, mains, run, temporaryFolder, type Part } from '#support/processes/local-process.ts'
import { lastingToken } from '#support/product/lasting-token.ts'
import { openProductOn } from '#support/product/product.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'
import { workspaceOf } from '#support/product/workspaces.ts'
import { newDatabase } from '../database.ts'
import { figure, measure, medianOf, type Figure, type Measured, type Progress } from '../measure.ts'
import { openClient } from '../processes.ts'
import { writeRequests } from './requests.ts'

const facts = 2 * Number(process.env['BENCH_REQUESTS'] ?? 30_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const COMMANDS_MS = 6_000

/** Writes facts, and creates a user with a workspace and a lasting session. */
const prepareWorkspace = async (url: string, secrets: Record<string, string>) => {
  const settings = readConfig({ ...secrets, PUBLIC_BASE_URL: 'http://localhost', DATABASE_URL: url })
  const product = await openProductOn({ url, drop: async () => {} }, { ...settings, RATE_FACTOR: 1_000_000 })
  const { id, admin } = await workspaceOf(product)
  await product.projector.stop()
  await writeRequests(product.platform, facts)
  const token = lastingToken(product.app, admin.token)
  const head = (await product.platform.eventStore.head())!
  await product.close()
  return { id, token, head }
}

const clear = async (db: Knex): Promise<void> => {
  for (const { name, state } of await buildsOf(db)) if (state !== 'active') await retire(db, name)
}

/** Waits until the facts that were written in bulk are applied: until then a command waits for them, with or without a build. */
const applied = async (db: Knex, head: Position): Promise<void> => {
  while ((await buildsOf(db)).some(({ state, position }) => state === 'active' && (position ?? '') < head))
    await pause(100)
}

/** Waits until a build is being filled. */
const buildStarted = async (db: Knex): Promise<void> => {
  while ((await buildsOf(db)).every(({ state }) => state !== 'building')) await pause(20)
}

/** Commands while `ops projections build --all` runs in its own process, compared with commands without it. Both take turns. */
export const benchBuilding = async (url: string, progress: Progress): Promise<Figure[]> => {
  const database = await newDatabase(url)
  const secrets = freshSecrets()
  progress(`builds beside commands: writing ${facts} facts`)
  const { id, token, head } = await prepareWorkspace(database.url, secrets)
  const smtp = await openSmtpSink()
  const folder = temporaryFolder()
  const settings = {
    ...secrets,
    DATABASE_URL: database.url,
    SMTP_URL: smtp.url,
    PUBLIC_BASE_URL: 'http://localhost',
    HEALTH_PORT: '0',
    RATE_FACTOR: '1000000',
    ERASURE_LEDGER: `${folder}/erasures.jsonl`,
  }
  const start = (part: Part) => run(['node', mains[part]], folder, settings)
  const db = openDatabase(database.url)
  try {
    const parts = (['projector', 'worker', 'api'] as const).map(start)
    const output = await parts[2]!.prints('"address":')
    const client = openClient(Number(/"address":"[^"]+:(\d+)"/.exec(output)![1]))
    const change = (_: number, turn: number) =>
      client.send('PATCH', `/workspaces/update-settings/${id}`, token, { name: `Name ${turn % 7}` })
    await applied(db, head)
    // Until the code is compiled.
    await measure(1, COMMANDS_MS, change)
    const [without, during]: [Measured[], Measured[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      progress(`builds beside commands: round ${round + 1} of ${rounds}`)
      without.push(await measure(1, COMMANDS_MS, change))
      const building = run(
        ['node', 'services/ops/main.ts', 'projections', 'build', '--all'],
        folder,
        settings,
      )
      await buildStarted(db)
      let isOver = false
      void building.ended.then(() => (isOver = true))
      const beside: Measured[] = []
      while (!isOver) beside.push(await measure(1, COMMANDS_MS, change))
      during.push(medianOf(beside))
      await clear(db)
    }
    client.close()
    const [before, beside] = [medianOf(without), medianOf(during)]
    const goal = 1.5
    return [
      figure('a command while all read models are built, p99, to without', beside.p99Ms, 'ms', {
        baseline: before.p99Ms,
        goal,
      }),
      figure('a command while all read models are built, p50, to without', beside.p50Ms, 'ms', {
        baseline: before.p50Ms,
      }),
    ]
  } finally {
    await endEverything()
    await smtp.close()
    await db.destroy()
    await database.drop()
  }
}
