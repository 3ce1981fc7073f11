import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { readModels } from '#projections/projector.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { FAST, openProduct, type Product } from '#support/product/product.ts'
import { requestsOf, type Phone, type RequestApi, type Team } from '#support/product/requests.ts'
import { effectsSettled } from '#support/read-models/effects-settled.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'
import { recordStatements, type Statement } from '#support/statements.ts'
import { buildWorker } from '../../../services/worker/worker.ts'
import type { Effects } from '../../../services/worker/effects.ts'

/** What a command costs behind the api, in statements: a part that asks once more for each fact or mail is found here. */

/** No key is read anew during the test. */
const KEY_LEASE_MS = 3_600_000

let product: Product
let platform: Platform
let worker: Effects
let smtp: Awaited<ReturnType<typeof openSmtpSink>>

beforeAll(async () => {
  smtp = await openSmtpSink()
  product = await openProduct({}, undefined, undefined, KEY_LEASE_MS)
  const url = new URL(product.platform.config.DATABASE_URL)
  url.searchParams.set('fallback_application_name', 'worker')
  platform = await openPlatform(
    { ...product.platform.config, DATABASE_URL: url.href, SMTP_URL: smtp.url },
    {
      log: silentLog,
      catalogue: allEvents,
      readModels,
      clock: product.clock,
      ...FAST,
      keyLeaseMs: KEY_LEASE_MS,
    },
  )
  worker = buildWorker(platform, { chores: [], tickMs: 3_600_000 })
  await worker.start()
})
afterAll(async () => {
  await worker.stop()
  await platform.close()
  await product.close()
  await smtp.close()
})

/** What comes by time and not by command: polls, signs of life, checkpoints, and what `caughtUp` asks. */
const BY_TIME =
  /^(select 1$|listen |select "next_at" from "effects"|select [*] from "checkpoints"|select .* where position > |update reactor_checkpoints | ?select reads from running_programs)/i
/** tests/integration/commands counts the api. */
const PARTS = ['append', 'projector', 'worker', 'worker append', 'worker event reader'] as const

type Cost = { readonly [part in (typeof PARTS)[number]]: number }
type Work = { readonly prepare: () => Promise<string>; readonly run: (id: string) => Promise<unknown> }

/** So often, because what an earlier command left may be settled meanwhile. The first time, caches are filled. */
const TIMES = 5

const settled = async () => {
  await effectsSettled(product.platform)
  await product.projector.caughtUp()
}

/** The statements of a command until its mails are settled, by sender, when they were fewest. Writes them to the file in `STATEMENTS_TO`. */
const costOf = async ({ prepare, run }: Work): Promise<Cost> => {
  const all: Statement[][] = []
  for (let time = 0; time < TIMES; time += 1) {
    const id = await prepare()
    await settled()
    const { sent, end } = recordStatements()
    try {
      await run(id)
      await settled()
    } finally {
      end()
    }
    all.push(sent.filter(({ by, sql }) => PARTS.some((part) => part === by) && !BY_TIME.test(sql)))
  }
  const fewest = all.toSorted((a, b) => a.length - b.length)[0]!
  const to = process.env['STATEMENTS_TO']
  if (to) appendFileSync(to, fewest.map(({ by, sql }) => `${by}: ${sql}\n`).join('') + '\n')
  const countOf = (part: string) => fewest.filter(({ by }) => by === part).length
  return Object.fromEntries(PARTS.map((part) => [part, countOf(part)])) as Cost
}

describe('each part sends so many statements until the mails of a command are settled: if they are more, look what it asks twice, and ask once', () => {
  let api: RequestApi
  let team: Team
  let phone: Phone
  beforeAll(async () => {
    api = requestsOf(product)
    team = await api.team()
    phone = await api.enrol(team.ben)
  })
  const create = () => api.newRequest(team)

  test('a creation with one mail', async () => {
    const cost = await costOf({ prepare: async () => '', run: create })
    expect(cost).toEqual({ append: 1, projector: 2, worker: 6, 'worker append': 1, 'worker event reader': 2 })
  })

  test('an approval with two mails', async () => {
    const proofs = new Map<string, unknown>()
    const cost = await costOf({
      async prepare() {
        const id = await create()
        proofs.set(id, await phone.prove(id))
        return id
      },
      run: (id) => api.post(`/requests/approve/${id}`, team.ben, proofs.get(id)),
    })
    expect(cost).toEqual({ append: 1, projector: 2, worker: 7, 'worker append': 1, 'worker event reader': 3 })
  })

  test('a decline with two mails', async () => {
    const cost = await costOf({
      prepare: create,
      run: (id) => api.post(`/requests/decline/${id}`, team.ben),
    })
    expect(cost).toEqual({
      append: 1,
      projector: 2,
      worker: 9,
      'worker append': 1,
      // Two of them share one, if they begin at the same moment.
      'worker event reader': expect.toBeOneOf([3, 4]),
    })
  })
})
