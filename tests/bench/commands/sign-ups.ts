import { randomUUID } from 'node:crypto'
import { runDeferredCalls } from '#modules/accounts/deferred/run-deferred.ts'
import { openProductOn, type Product } from '#support/product/product.ts'
import { newDatabase } from '../database.ts'
import { figure, median, type Figure, type Progress } from '../measure.ts'
import { openClient, type Client } from '../processes.ts'

const samples = Number(process.env['BENCH_SAMPLES'] ?? 600)
const kinds = ['unknown', 'unverified', 'verified'] as const
/** Every order, so that each kind follows the others equally often. */
const turns = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
  [1, 0, 2],
  [0, 2, 1],
].flatMap((order) => order.map((i) => kinds[i]!))
const ACCOUNTS = 40
const newEmail = () => `${randomUUID().slice(0, 12)}@example.org`

const endpoints = {
  'sign-up': {
    path: '/auth/signup',
    bodyOf: (email: string) => ({ email, password: 'a long enough password' }),
  },
  resend: { path: '/auth/initiate-verification', bodyOf: (email: string) => ({ email }) },
  'password reset': { path: '/auth/reset-password', bodyOf: (email: string) => ({ email }) },
}

const sampled = async (product: Product, client: Client, endpoint: keyof typeof endpoints) => {
  const { path, bodyOf } = endpoints[endpoint]
  // Several accounts in turn, so that no single counter row becomes a bottleneck.
  const inTurn = async (verified: boolean) => {
    const emails: string[] = []
    for (let i = 0; i < ACCOUNTS; i += 1) emails.push((await product.person({ verified })).email)
    return (turn: number) => emails[turn % ACCOUNTS]!
  }
  const emailOf = { unknown: newEmail, unverified: await inTurn(false), verified: await inTurn(true) }
  const took = { unknown: [] as number[], unverified: [] as number[], verified: [] as number[] }
  for (let i = 0; i < 3 * samples; i += 1) {
    const kind = turns[i % turns.length]!
    const body = bodyOf(emailOf[kind](took[kind].length))
    const start = performance.now()
    await client.send('POST', path, '', body)
    took[kind].push(performance.now() - start)
  }
  await runDeferredCalls(product.platform)
  return took
}

/** Response times of calls without a session, by the state of the address: they must not differ. */
export const benchSignUps = async (url: string, progress: Progress): Promise<Figure[]> => {
  const product = await openProductOn(await newDatabase(url), { RATE_FACTOR: 1_000_000 })
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  const client = openClient((product.app.server.address() as { port: number }).port)
  try {
    const figures: Figure[] = []
    for (const endpoint of Object.keys(endpoints) as (keyof typeof endpoints)[]) {
      progress(`deferred calls: ${samples} of each kind, ${endpoint}`)
      const took = await sampled(product, client, endpoint)
      const medians = kinds.map((kind) => median(took[kind]))
      for (const [i, kind] of kinds.entries())
        figures.push(
          figure(`${endpoint} for an ${kind} address, p50 of ${took[kind].length}`, medians[i]!, 'ms'),
        )
      figures.push(
        figure(
          `${endpoint}: medians of the three differ by`,
          Math.max(...medians) - Math.min(...medians),
          'ms',
          {
            baseline: 1,
            goal: 2,
          },
        ),
      )
    }
    return figures
  } finally {
    client.close()
    await product.close()
  }
}
