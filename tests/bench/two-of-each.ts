import { join } from 'node:path'
import { mains, run, temporaryFolder, endEverything, type Part } from '../resilience/local-process.ts'
import { openProductOn } from '../support/product.ts'
import { freePort, noRedis, startRedis } from '../support/redis.ts'
import { freshSecrets } from '../support/secrets.ts'
import { newDatabase } from './database.ts'
import { figure, measure, middle, type Figure, type Measured, type Progress } from './measure.ts'

const LANES = 16
const FOR_MS = 6_000
/** Until every process has its machine code: two share the work, and need longer. */
const WARM_UP_MS = 5_000
const ROUNDS = 3

/** Workspaces created over HTTP with so many of each process, which it starts and ends. */
const createWith = async (count: number, url: string): Promise<Measured> => {
  const secrets = freshSecrets()
  const database = await newDatabase(url)
  const product = await openProductOn(database, secrets)
  const owners = await Promise.all(Array.from({ length: LANES }, () => product.person()))
  await product.projector.stop()
  const redis = noRedis === null ? await startRedis(await freePort()) : undefined
  const settings = {
    ...secrets,
    ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl'),
    DATABASE_URL: database.url,
    REDIS_URL: redis?.url ?? '',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_BASE_URL: 'http://localhost',
    HEALTH_PORT: '0',
    RATE_FACTOR: '1000000',
  }
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const start = (part: Part, port: number) =>
    run(['node', mains[part]], temporaryFolder(), { ...settings, PORT: `${port}` }).prints('"msg":"ready"')
  await Promise.all(ports.flatMap((port) => (Object.keys(mains) as Part[]).map((part) => start(part, port))))
  const create = async (lane: number, turn: number) => {
    const answer = await fetch(`http://127.0.0.1:${ports[turn % count]}/workspaces/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owners[lane]!.token}` },
      body: JSON.stringify({ name: `lane ${lane} turn ${turn}` }),
    })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  try {
    await measure(LANES, WARM_UP_MS, create)
    return await measure(LANES, FOR_MS, create)
  } finally {
    await endEverything()
    await redis?.kill()
    await product.close()
  }
}

/** What a second api, projector and worker cost, or bring, on the same cores. */
export const benchTwoOfEach = async (url: string, progress: Progress): Promise<Figure[]> => {
  const [ones, twos]: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    progress(`two of each process: round ${round + 1} of ${ROUNDS}`)
    ones.push(await createWith(1, url))
    twos.push(await createWith(2, url))
  }
  const [one, two] = [middle(ones), middle(twos)]
  return [
    figure('workspaces created with two of each process, to one', two.perSecond, '/s', {
      baseline: one.perSecond,
      goal: 1,
    }),
    figure('the same, p99', two.p99Ms, 'ms', { baseline: one.p99Ms }),
  ]
}
