import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { readModels } from '#projections/projector.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { FAST, openProduct, type Product } from '#support/product/product.ts'
import { ask } from '#support/product/requests.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'
import { effectsSettled } from '#support/read-models/effects-settled.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'
import { recordStatements } from '#support/statements.ts'
import { buildWorker } from '../../../services/worker/worker.ts'
import type { Effects } from '../../../services/worker/effects.ts'

/** What a command costs behind the api, in statements: a part that asks once more for each fact or mail is found here. */

let product: Product
let platform: Platform
let worker: Effects
let smtp: Awaited<ReturnType<typeof openSmtpSink>>

beforeAll(async () => {
  smtp = await openSmtpSink()
  product = await openProduct()
  const url = new URL(product.platform.config.DATABASE_URL)
  url.searchParams.set('fallback_application_name', 'worker')
  platform = await openPlatform(
    { ...product.platform.config, DATABASE_URL: url.href, SMTP_URL: smtp.url },
    { log: silentLog, catalogue: allEvents, readModels, clock: product.clock, ...FAST },
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

/** Polls and signs of life, which come by time and not by command, and what `caughtUp` asks. */
const BY_TIME =
  /^(select 1$|listen |select "next_at" from "effects"|select [*] from "checkpoints"|select .* where position > )/

/**
 * As measured. Projector: for the facts of the command and for that of the mail what they continue, and what they become. Worker: the mail
 * is recorded, claimed and settled; request, person and place in the log are read; keys and running programs; and its checkpoints, once
 * more on a slow machine. Reader: streams.
 */
const AT_MOST = { projector: 6, worker: 11, 'worker append': 1, 'worker event reader': 6 }
type Part = keyof typeof AT_MOST

/** The statements of a piece of work until its mails are settled, by sender. */
const costOf = async (work: () => Promise<unknown>) => {
  const { sent, end } = recordStatements()
  try {
    await work()
    await product.projector.caughtUp()
    await effectsSettled(product.platform)
  } finally {
    end()
  }
  const ours = sent.filter(({ sql }) => !BY_TIME.test(sql))
  const of = (part: Part) => ours.flatMap(({ by, sql }) => (by === part ? sql : []))
  return Object.fromEntries(Object.keys(AT_MOST).map((part) => [part, of(part as Part)]))
}

test('each part behind the api sends so many statements for a creation with one mail: if it is more, look what it asks twice, and ask once', async () => {
  const workspace = await workspaceOf(product)
  const anna = await colleague(product, workspace)
  const ben = await colleague(product, workspace, { approver: true })
  const create = () => ask(product, anna, workspace.id, { approverId: ben.participantId })
  // With plans, keys and states that are known.
  for (let n = 0; n < 3; n += 1) await create()
  await product.projector.caughtUp()
  await effectsSettled(product.platform)
  const cost = await costOf(create)
  const tooMany = Object.entries(cost).filter(([part, sent]) => sent.length > AT_MOST[part as Part])
  expect(tooMany).toEqual([])
  expect(cost['worker append']).toHaveLength(1)
})
