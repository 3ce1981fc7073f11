import { projections } from '#projections/index.ts'
import { figure, median, type Figure, type Progress } from '../measure.ts'
import { withCountedBuilds, type Spent, type SpentOn } from './counted-builds.ts'

const fewer = Number(process.env['BENCH_REQUESTS'] ?? 50_000)
const more = 3 * fewer
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 2)
const LANES = [1, 2, 4]
const question = `build ${projections.map(({ name }) => name).join(' ')}`

type Round = { readonly atFewer: Spent; readonly atMore: Spent }

const processorMs = ({ nodeUs, postgresUs }: Spent) => (nodeUs + postgresUs) / 1_000

/** What each of the facts costs that only the longer build has. */
const perFact = ({ atFewer, atMore }: Round, of: (spent: Spent) => number): number =>
  (more * of(atMore) - fewer * of(atFewer)) / (more - fewer)

/** What a build costs apart from its facts, in ms: its threads, and the compilation of their code. */
const toBegin = (round: Round): number => fewer * (processorMs(round.atFewer) - perFact(round, processorMs))

const written = async (facts: number, spentOn: SpentOn, progress: Progress): Promise<void> => {
  progress(`lanes: writing ${facts} facts`)
  await spentOn(`write ${facts}`)
}

/**
 * What a cold build of all read models costs in one, two and four lanes. Each lane is a thread, whose start costs seconds of processor time
 * whatever it builds. So a shorter and a longer build show apart what it costs to begin, and what each further fact costs. If that is the
 * same in all, only cores are missing for it to be as many times as fast.
 */
export const benchLanes = (_url: string, progress: Progress): Promise<Figure[]> =>
  withCountedBuilds(fewer, (ofFewer) =>
    withCountedBuilds(more, async (ofMore) => {
      await written(fewer, ofFewer, progress)
      await written(more, ofMore, progress)
      const taken = new Map(LANES.map((lanes) => [lanes, [] as Round[]]))
      for (let round = 0; round < rounds; round += 1)
        for (const lanes of LANES) {
          progress(`lanes: round ${round + 1} of ${rounds}, ${lanes} in all`)
          const atFewer = await ofFewer(question, lanes)
          taken.get(lanes)!.push({ atFewer, atMore: await ofMore(question, lanes) })
        }
      const of = (lanes: number, value: (round: Round) => number) => median(taken.get(lanes)!.map(value))
      return LANES.flatMap((lanes) => {
        const named = (
          what: string,
          unit: string,
          value: (round: Round) => number,
          goal: number | null = null,
        ) =>
          figure(`cold build of all read models in ${lanes} lanes: ${what}`, of(lanes, value), unit, {
            ...(lanes > 1 && { baseline: of(1, value), goal }),
          })
        return [
          named('processor time of each further fact', 'ms', (round) => perFact(round, processorMs), 1.15),
          named('processor time to begin', 'ms', toBegin),
          named(
            'statements for 1,000 further facts',
            'statements',
            (round) => 1_000 * perFact(round, (spent) => spent.statements),
            1.15,
          ),
          named(`time per fact of ${more}`, 'ms', ({ atMore }) => atMore.ms),
        ]
      })
    }),
  )
