import { cpus, totalmem } from 'node:os'
import type { Figure } from './measure.ts'

const LESS_IS_BETTER = ['ms', 'KiB', 'MiB', 'shift', 'statements']
const isLessBetter = ({ unit }: Figure) => LESS_IS_BETTER.includes(unit)

/** Whether the goal is reached; null without one. */
export const isMet = (figure: Figure): boolean | null => {
  const { ratio, goal } = figure
  if (goal === null || ratio === null) return null
  return isLessBetter(figure) ? ratio <= goal : ratio >= goal
}

const COLUMNS = ['what', 'ours', 'before', 'emmett', 'floor', 'ratio', 'goal', 'met'] as const
type Row = Readonly<Record<(typeof COLUMNS)[number], string | number>>

const textOf = (value: number | null) => value ?? ''

export const rowOf = (figure: Figure): Row => ({
  what: figure.name,
  ours: `${figure.value} ${figure.unit}`,
  before: textOf(figure.before),
  emmett: textOf(figure.emmett),
  floor: textOf(figure.baseline),
  ratio: textOf(figure.ratio),
  goal: figure.goal === null ? '' : `${isLessBetter(figure) ? '≤' : '≥'} ${figure.goal}`,
  met: { true: 'yes', false: 'NO', null: '' }[`${isMet(figure)}`],
})

const machine = (): string => {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${memory} GiB, Node ${process.version}`
}

export type Measured = {
  readonly figures: readonly Figure[]
  /** What was not measured, and why. */
  readonly notMeasured: readonly string[]
  /** Short name of the program of before. */
  readonly before: string
}

/** The page of figures as Markdown. */
export const pageOf = ({ figures, notMeasured, before }: Measured): string => {
  const rows = figures.map((figure) => Object.values(rowOf(figure)).join(' | '))
  return [
    '# Performance',
    '',
    `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}.`,
    '',
    `All figures of a line are from the same run. \`before\` is the program of \`${before}\`, \`emmett\` is emmett’s sample of Express and`,
    'PostgreSQL with the work of the product, `floor` is what the name of the line compares with: mostly the least that the work could',
    'cost there. The ratio is to the first of them. Times are of this machine; ratios, counts and processor time tell more. Statements',
    'are those of the first call of its kind in a process; tests/integration/commands counts later ones.',
    '',
    COLUMNS.join(' | '),
    COLUMNS.map(() => '---').join(' | '),
    ...rows,
    ...(notMeasured.length > 0 ? ['', '## Not measured', '', ...notMeasured.map((one) => `- ${one}`)] : []),
    '',
  ].join('\n')
}
