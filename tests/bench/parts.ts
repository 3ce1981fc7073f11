import { noBrowser } from '#support/browser/browser.ts'
import { benchApiLists } from './lists/api-lists.ts'
import { benchAppend } from './event-store/append.ts'
import { benchAudit } from './lists/audit.ts'
import { benchBeleg } from './lists/beleg.ts'
import { benchBuilding } from './read-models/building.ts'
import { benchBuildWork } from './read-models/build-work.ts'
import { benchLanes } from './read-models/lanes.ts'
import { benchChecks } from './pages/checks.ts'
import { benchCommand } from './commands/command.ts'
import { benchEventStoreDb } from './event-store/event-store-db.ts'
import { benchGrowth } from './growth.ts'
import { benchLists } from './lists/lists.ts'
import { benchLiveStreams } from './pages/live-streams.ts'
import { benchExports } from './lists/exports.ts'
import type { Bench } from './measure.ts'
import { benchSignUps } from './commands/sign-ups.ts'
import { benchPages } from './pages/pages.ts'
import { benchProcessorTime } from './processor-time.ts'
import { benchProjections } from './read-models/projections.ts'
import { benchRead } from './event-store/read.ts'
import { benchSigners } from './pages/signers.ts'
import { benchStatements } from './commands/statements.ts'
import { benchTwoAdmins } from './pages/two-admins.ts'
import { benchScaleOut } from './commands/scale-out.ts'
import { benchMemory } from './commands/memory.ts'
import { benchWholeCommand } from './commands/whole-command.ts'
import { benchWorkspaces } from './lists/workspaces.ts'

const eventStoreUrl = process.env['EVENTSTORE_URL']
const noEventStoreDb = eventStoreUrl ? null : 'EVENTSTORE_URL names no server'

/** A part of the bench, measured alone by its name. */
export type Part = {
  readonly run: Bench
  /** What it takes on two cores. */
  readonly seconds: number
  /** Why it cannot be measured here, or null. */
  readonly missing: string | null
}

const part = (run: Bench, seconds: number, missing: string | null = null): Part => ({ run, seconds, missing })

/** By what they tell about the cost of the product, most first: a run that is short of time leaves out the last ones. */
export const parts: Readonly<Record<string, Part>> = {
  benchStatements: part(benchStatements, 15),
  benchProcessorTime: part(benchProcessorTime, 240),
  benchWholeCommand: part(benchWholeCommand, 200),
  benchBuildWork: part(benchBuildWork, 120),
  benchProjections: part(benchProjections, 150),
  benchLanes: part(benchLanes, 150),
  benchBuilding: part(benchBuilding, 120),
  benchGrowth: part(benchGrowth, 240),
  benchAppend: part(benchAppend, 40),
  benchLists: part(benchLists, 60),
  benchApiLists: part(benchApiLists, 90),
  benchCommand: part(benchCommand, 60),
  benchRead: part(benchRead, 40),
  benchScaleOut: part(benchScaleOut, 120),
  benchMemory: part(benchMemory, 60 * Number(process.env['BENCH_MINUTES'] ?? 2) + 40),
  benchSignUps: part(benchSignUps, 60),
  benchWorkspaces: part(benchWorkspaces, 60),
  benchAudit: part(benchAudit, 60),
  benchBeleg: part(benchBeleg, 120),
  benchExports: part(benchExports, 240),
  benchLiveStreams: part(benchLiveStreams, 90),
  benchPages: part(benchPages, 120, noBrowser),
  benchChecks: part(benchChecks, 60, noBrowser),
  benchSigners: part(benchSigners, 90, noBrowser),
  benchTwoAdmins: part(benchTwoAdmins, 60, noBrowser),
  benchEventStoreDb: part(benchEventStoreDb(eventStoreUrl ?? ''), 120, noEventStoreDb),
}
