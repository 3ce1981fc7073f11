import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { format } from 'oxfmt'
import { migrate } from '#platform/postgres/database.ts'
import { startPostgresServer } from '../../services/local/postgres/postgres-server.ts'
import { buildWeb } from '../../services/local/web-build.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import type { Figure, Progress } from './measure.ts'
import { isMet, pageOf, rowOf } from './page.ts'
import { parts, type Part } from './parts.ts'
import { endProcesses } from './processes.ts'
import { noProgramOfBefore, openProgramOfBefore, PROGRAM_OF_BEFORE } from './program-of-before.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '15' },
  },
})
const page = resolve(import.meta.dirname, '../../docs/performance.md')
const started = performance.now()
const seconds = () => (performance.now() - started) / 1_000
const progress: Progress = (text) => process.stderr.write(`${seconds().toFixed(0).padStart(4)} s  ${text}\n`)

const only = values.only?.split(',')
const unknown = only?.filter((name) => !(name in parts)) ?? []
if (unknown.length > 0)
  throw new Error(`No part is called ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`)
const chosen = Object.entries(parts).filter(([name]) => !only || only.includes(name))
/** A part that is asked for by name takes its time. */
const endsAfter = only ? Infinity : Number(values.minutes) * 60

const timeIsUp = only ? new Promise<never>(() => {}) : pause(endsAfter * 1_000, null, { ref: false })

const notMeasured: string[] = []
const leaveOut = (what: string, why: string) => {
  notMeasured.push(`${what}: ${why}`)
  progress(`not measured: ${what}: ${why}`)
}
const noBefore = noProgramOfBefore()
if (noBefore !== null) leaveOut('the program of before', noBefore)
for (const [name, { missing }] of chosen) if (missing !== null) leaveOut(name, missing)

/** PostgreSQL's code for a cancelled statement: a busy machine let it wait too long. */
const isCancelled = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && error.code === '57014') || /timeout|canceling statement/i.test(error.message))

const measurePart = async (name: string, { run }: Part, url: string, before: string | null) => {
  try {
    return await run(url, progress, before)
  } catch (error) {
    if (!isCancelled(error)) throw error
    progress(`${name}: ${(error as Error).message}; the machine was too busy, so it is measured again`)
    return run(url, progress, before)
  }
}

const figures: Figure[] = []
let failed = false
/** Adds the figures of a part, unless the time is too short or the part fails. */
const measureInTime = async (name: string, part: Part, url: string, before: string | null): Promise<void> => {
  const from = seconds()
  if (from + part.seconds > endsAfter)
    return leaveOut(name, `no time left; alone: npm run bench -- --only ${name}`)
  try {
    const found = await Promise.race([measurePart(name, part, url, before), timeIsUp])
    if (found === null) return leaveOut(name, `not done in time; alone: npm run bench -- --only ${name}`)
    figures.push(...found)
    progress(`${name} took ${(seconds() - from).toFixed(0)} s`)
  } catch (error) {
    failed = true
    console.error(error)
    leaveOut(name, `it failed: ${(error as Error).message.split('\n')[0]}`)
  }
}

const resources = new AsyncDisposableStack()
const interrupt = () => void resources.disposeAsync().then(() => process.exit(130))
process.once('SIGINT', interrupt)
process.once('SIGTERM', interrupt)

try {
  progress('building the web app')
  await buildWeb(resolve(import.meta.dirname, '../..'), new AbortController().signal)
  const before = noBefore === null ? await openProgramOfBefore() : null
  resources.defer(() => before?.close())
  const folder = mkdtempSync(join(tmpdir(), 'vieraugen-bench-'))
  chmodSync(folder, 0o755)
  resources.defer(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startPostgresServer({
    dataDir: join(folder, 'postgres'),
    password: 'bench',
    settings: { max_connections: '150' },
    log: silentLog,
  })
  resources.defer(() => server.stop())
  await migrate(server.url)
  for (const [name, part] of chosen)
    if (part.missing === null) await measureInTime(name, part, server.url, before?.tree ?? null)
} finally {
  await endProcesses()
  await resources.disposeAsync()
}
const measured = { figures, notMeasured, before: PROGRAM_OF_BEFORE.slice(0, 7) }
console.table(figures.map(rowOf))
for (const one of notMeasured) console.log(`not measured: ${one}`)
console.log(`${figures.filter((one) => isMet(one) === false).length} goals are not reached.`)
if (values.json) writeFileSync(values.json, `${JSON.stringify(measured, null, 2)}\n`)
if (!only) writeFileSync(page, (await format(page, pageOf(measured))).code)
process.exit(failed ? 1 : 0)
