import type { Build } from '../../projections/engine/builds/builds.ts'
import { countOf, countsFacts, shareOf } from '../../projections/operations/overview.ts'
import type { Position } from '#platform/event-store/event-store.ts'

export type Progress = {
  /** Shows the progress of these builds. Call it at any rate; it limits its output. */
  show(builds: readonly Build[]): void
  /** Clears the refreshed line. */
  end(): void
}

export type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

/** A terminal gets one refreshed line, other outputs a line each time. */
const EVERY_MS = { terminal: 250, elsewhere: 3_000 }
/** The pace is measured over this time. */
const PACE_MS = 5_000

const timeOf = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  return whole < 3_600 ? `${Math.ceil(whole / 60)} min` : `${(whole / 3_600).toFixed(1)} h`
}

/** Creates a display such as `users_3 42 %, 45,000 facts/s, 12 s left`. `head`: the position to reach. */
export const createProgress = (
  head: Position | null,
  { output = process.stdout, now = () => performance.now() }: { output?: Output; now?: () => number } = {},
): Progress => {
  const everyMs = output.isTTY ? EVERY_MS.terminal : EVERY_MS.elsewhere
  const paces = new Map<string, { at: number; count: number }[]>()
  // Builds that finish at once get no line.
  let shownAt = now()
  let isShown = false

  const recordPace = ({ name, position }: Build): void => {
    const seen = paces.get(name) ?? []
    paces.set(name, seen)
    seen.push({ at: now(), count: countOf(position) })
    while (seen.length > 2 && seen[1]!.at < now() - PACE_MS) seen.shift()
  }

  /** Per second, in the unit of `countOf`. */
  const paceOf = ({ name }: Build): number => {
    const seen = paces.get(name)!
    const [first, last] = [seen[0]!, seen.at(-1)!]
    return last.at === first.at ? 0 : ((last.count - first.count) * 1_000) / (last.at - first.at)
  }

  const lineOf = (build: Build): string => {
    const { name, position, state } = build
    const pace = paceOf(build)
    const share = shareOf(position, head)
    if (share >= 1) return state === 'building' ? `${name} 100 %, making indexes` : `${name} at the head`
    const speed = countsFacts(head)
      ? `${Math.round(pace).toLocaleString('en')} facts/s`
      : `${(pace / 1_000_000).toFixed(1)} MB/s of the log`
    const left = pace > 0 ? `, ${timeOf((countOf(head) - countOf(position)) / pace)} left` : ''
    return `${name} ${Math.floor(share * 100)} %, ${speed}${left}`
  }

  return {
    show(builds) {
      builds.forEach(recordPace)
      if (now() - shownAt < everyMs || builds.length === 0) return
      shownAt = now()
      isShown = true
      const line = builds.map(lineOf).join(' · ')
      output.write(output.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
    },
    end() {
      if (output.isTTY && isShown) output.write('\r\u001b[K')
    },
  }
}
