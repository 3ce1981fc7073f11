import { text } from 'node:stream/consumers'
import { accountMails } from '#modules/accounts/accounts.mail-kinds.ts'
import { allEvents } from '#modules/all.events.ts'
import type { Config } from '#platform/config/config.ts'
import { openPlatform } from '#platform/platform.ts'
import { readModels } from '#projections/projector.ts'
import { buildEffects } from '../../../services/worker/effects.ts'
import { silentLog } from './silent-log.ts'

export type MailWorkerInput = {
  readonly config: Config
  /** The offset of its clock. */
  readonly skippedMs: number
}

// A mail worker in its own process, to be killed.
const { config, skippedMs } = JSON.parse(await text(process.stdin)) as MailWorkerInput
const clock = { now: () => new Date(Date.now() + skippedMs) }
const platform = await openPlatform(config, { log: silentLog, catalogue: allEvents, readModels, clock })
const worker = buildEffects(platform, { mailKinds: accountMails, reactors: [], chores: [], tickMs: 100 })
await worker.start()
