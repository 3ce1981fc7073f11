import { projections } from '#projections/index.ts'
import { figure, median, type Figure, type Progress } from '../measure.ts'
import { withCountedBuilds, type Spent } from './counted-builds.ts'

const facts = 2 * Number(process.env['BENCH_REQUESTS'] ?? 50_000)
const rounds = 3

/**
 * What a cold build costs per fact: processor time of its process with its threads, that of PostgreSQL, and statements. Other work of
 * the machine hardly changes them, unlike times. Each is compared with reading the same facts.
 */
export const benchBuildWork = (_url: string, progress: Progress): Promise<Figure[]> =>
  withCountedBuilds(facts, async (spentOn) => {
    progress(`work of builds: writing ${facts} facts`)
    await spentOn(`write ${facts}`)
    const names = projections.map(({ name }) => name)
    const steps = { read: 'read', one: 'build requests', all: `build ${names.join(' ')}` }
    const spent: Record<keyof typeof steps, Spent[]> = { read: [], one: [], all: [] }
    for (let round = 0; round < rounds; round += 1) {
      progress(`work of builds: round ${round + 1} of ${rounds}`)
      for (const step of ['read', 'one', 'all'] as const) spent[step].push(await spentOn(steps[step]))
    }
    const of = (step: keyof typeof steps, value: (one: Spent) => number) => median(spent[step].map(value))
    const both = ({ nodeUs, postgresUs }: Spent) => nodeUs + postgresUs
    const baseline = of('read', both) / 1_000
    return (['one', 'all'] as const).flatMap((step) => {
      const name = step === 'one' ? 'cold build of one read model' : 'cold build of all read models'
      return [
        figure(`${name}: processor time per fact, to raw read`, of(step, both) / 1_000, 'ms', { baseline }),
        figure(
          `${name}: of the process, per fact`,
          of(step, ({ nodeUs }) => nodeUs / 1_000),
          'ms',
        ),
        figure(
          `${name}: of PostgreSQL, per fact`,
          of(step, ({ postgresUs }) => postgresUs / 1_000),
          'ms',
        ),
        figure(
          `${name}: statements per 1,000 facts`,
          of(step, ({ statements }) => statements * 1_000),
          '',
        ),
      ]
    })
  })
