import { projections } from '#projections/index.ts'
import { figure, median, type Figure, type Progress } from '../measure.ts'
import { withCountedBuilds, type Spent } from './counted-builds.ts'

const facts = 2 * Number(process.env['BENCH_REQUESTS'] ?? 50_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 2)
const LANES = [1, 2, 4]

/**
 * What a cold build of all read models costs per fact in one, two and four lanes. If it is the same, only cores are missing for it to be
 * as many times as fast. Each thread costs two seconds of processor time to start, so few facts show more of it than many.
 */
export const benchLanes = (_url: string, progress: Progress): Promise<Figure[]> =>
  withCountedBuilds(facts, async (spentOn) => {
    progress(`lanes: writing ${facts} facts`)
    await spentOn(`write ${facts}`)
    const question = `build ${projections.map(({ name }) => name).join(' ')}`
    const spent = new Map(LANES.map((lanes) => [lanes, [] as Spent[]]))
    for (let round = 0; round < rounds; round += 1)
      for (const lanes of LANES) {
        progress(`lanes: round ${round + 1} of ${rounds}, ${lanes} in all`)
        spent.get(lanes)!.push(await spentOn(question, lanes))
      }
    const of = (lanes: number, value: (one: Spent) => number) => median(spent.get(lanes)!.map(value))
    return LANES.flatMap((lanes) => {
      const named = (what: string, unit: string, value: (one: Spent) => number, goal: number | null = null) =>
        figure(`cold build of all read models in ${lanes} lanes: ${what}`, of(lanes, value), unit, {
          ...(lanes > 1 && { baseline: of(1, value), goal }),
        })
      return [
        named('processor time per fact', 'ms', (one) => (one.nodeUs + one.postgresUs) / 1_000, 1.15),
        named('statements per 1,000 facts', 'statements', (one) => one.statements * 1_000, 1.15),
        named('time per fact', 'ms', (one) => one.ms),
      ]
    })
  })
