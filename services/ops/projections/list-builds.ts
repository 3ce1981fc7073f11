import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#platform/platform.ts'
import { overview, type BuildView } from '#projections/operations/overview.ts'
import { projections as models } from '#projections/index.ts'

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

const lagOf = ({ lagFacts, share, secondsLeft }: BuildView): string => {
  if (lagFacts === 0) return 'at the head'
  const left = secondsLeft === null ? '' : `, ${secondsLeft} s left`
  return `${Math.floor(share * 100)} %, ${lagFacts.toLocaleString('en')} ${lagFacts === 1 ? 'fact' : 'facts'} behind${left}`
}

const blockedOf = ({ parked, held }: BuildView): string =>
  [parked > 0 && `${parked} ${parked === 1 ? 'dead letter' : 'dead letters'}`, held > 0 && `${held} held`]
    .filter(Boolean)
    .join(', ') || 'none blocked'

const table = (rows: readonly (readonly string[])[]): string[] => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]! + 2))
      .join('')
      .trimEnd(),
  )
}

export const listOf = (builds: readonly BuildView[]): string[] =>
  table([
    ['MODEL', 'BUILD', 'VERSION', 'STATE', 'POSITION', 'SIZE', 'BLOCKED FACTS'],
    ...builds.map((view) => [
      view.model,
      view.build,
      String(view.version),
      view.state,
      lagOf(view),
      sizeOf(view.bytes),
      blockedOf(view),
    ]),
  ])

/** One line for each model of this program: its active build and the others. */
export const statusOf = (builds: readonly BuildView[]): string[] =>
  table(
    models.map(({ name, version }) => {
      const ownBuilds = builds.filter(({ model }) => model === name)
      const active = ownBuilds.find(({ state }) => state === 'active' || state === 'held')
      const others = ownBuilds
        .filter((view) => view !== active)
        .map((view) => `${view.build} ${view.state}${view.lagFacts > 0 ? ` ${lagOf(view)}` : ''}`)
      const state = active
        ? `${active.build} ${active.state}, ${lagOf(active)}, ${blockedOf(active)}`
        : 'has no active build'
      const other = active && active.version !== version ? `, this program has version ${version}` : ''
      return [name, `${state}${other}`, others.length > 0 ? `others: ${others.join('; ')}` : '']
    }),
  )

export const list = async (platform: Platform): Promise<number> => {
  for (const line of listOf(await overview(platform))) console.log(line)
  return 0
}

/** Prints the status; with `signal` every second until it aborts. */
export const status = async (platform: Platform, signal?: AbortSignal): Promise<number> => {
  do {
    const lines = statusOf(await overview(platform))
    if (signal && process.stdout.isTTY) process.stdout.write('\u001b[2J\u001b[H')
    for (const line of lines) console.log(line)
    if (signal) await pause(1_000, undefined, { signal }).catch(() => {})
  } while (signal && !signal.aborted)
  return 0
}
