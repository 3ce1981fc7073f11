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

const asideOf = ({ parked, held }: BuildView): string =>
  [parked > 0 && `${parked} parked`, held > 0 && `${held} held`].filter(Boolean).join(', ') || 'none aside'

const table = (rows: readonly (readonly string[])[]): string[] => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]! + 2))
      .join('')
      .trimEnd(),
  )
}

/** One row for each build. */
export const listOf = (builds: readonly BuildView[]): string[] =>
  table([
    ['MODEL', 'BUILD', 'VERSION', 'STATE', 'PLACE', 'SIZE', 'FACTS ASIDE'],
    ...builds.map((view) => [
      view.model,
      view.build,
      String(view.version),
      view.state,
      lagOf(view),
      sizeOf(view.bytes),
      asideOf(view),
    ]),
  ])

/** One line for each model of this program: what is read, and what stands beside it. */
export const statusOf = (builds: readonly BuildView[]): string[] =>
  table(
    models.map(({ name, version }) => {
      const ours = builds.filter(({ model }) => model === name)
      const read = ours.find(({ state }) => state === 'active' || state === 'held')
      const beside = ours
        .filter((view) => view !== read)
        .map((view) => `${view.build} ${view.state}${view.lagFacts > 0 ? ` ${lagOf(view)}` : ''}`)
      const isRead = read
        ? `${read.build} ${read.state}, ${lagOf(read)}, ${asideOf(read)}`
        : 'is not there: none of its builds is read'
      const other = read && read.version !== version ? `, this program has version ${version}` : ''
      return [name, `${isRead}${other}`, beside.length > 0 ? `beside it: ${beside.join('; ')}` : '']
    }),
  )

export const list = async (platform: Platform): Promise<number> => {
  for (const line of listOf(await overview(platform))) console.log(line)
  return 0
}

/** `signal`: shows it anew each second until then. */
export const status = async (platform: Platform, signal?: AbortSignal): Promise<number> => {
  do {
    const lines = statusOf(await overview(platform))
    if (signal && process.stdout.isTTY) process.stdout.write('\u001b[2J\u001b[H')
    for (const line of lines) console.log(line)
    if (signal) await pause(1_000, undefined, { signal }).catch(() => {})
  } while (signal && !signal.aborted)
  return 0
}
