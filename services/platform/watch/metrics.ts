/** What a process counts, as Prometheus reads it (text exposition format 0.0.4). */

const families = {
  http_request_seconds: ['histogram', 'HTTP requests by method, route and status'],
  commands_total: ['counter', 'Commands by operation and outcome'],
  append_seconds: ['histogram', 'Appends to the event store by outcome'],
  append_conflicts_total: ['counter', 'Appends refused because another fact came first'],
  projection_lag_events: ['gauge', 'Facts that a read model has still to take up, at most 1000'],
  projection_lag_seconds: ['gauge', 'Age of the oldest of them'],
  parked_facts: ['gauge', 'Facts set aside because one could not be applied, by read model'],
  held_facts: ['gauge', 'Facts that wait for a newer program, by read model'],
  effects: ['gauge', 'Mails that are not out yet, by status'],
  mail_delay_seconds: ['gauge', 'Age of the oldest mail that is not out yet'],
  mails_total: ['counter', 'What came of attempts at mails, by purpose'],
  queue_jobs: ['gauge', 'Jobs in the queue by state'],
  up: ['gauge', 'Whether a dependency is well'],
  figures_read: ['gauge', 'Whether these figures could be read; otherwise they are missing'],
} as const satisfies Readonly<Record<string, readonly ['counter' | 'gauge' | 'histogram', string]>>

export type Metric = keyof typeof families
export type Labels = Readonly<Record<string, string | number>>
export type Sample = { readonly metric: Metric; readonly labels: Labels; readonly value: number }

export type Metrics = {
  /** Figures that are read whenever somebody asks, by a name that is told when they cannot be. */
  readonly readings: Map<string, () => Promise<readonly Sample[]>>
  count(metric: Metric, labels?: Labels): void
  observe(metric: Metric, seconds: number, labels?: Labels): void
  /** Everything counted so far, and these samples of now. */
  text(now?: readonly Sample[]): string
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Upper bounds, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const escaped = (value: string | number): string =>
  String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const series = (name: string, labels: Labels): string => {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`)
  return `vieraugen_${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`}`
}

export const createMetrics = (): Metrics => {
  const counted = new Map<Metric, Map<string, number>>()

  const add = (metric: Metric, name: string, value: number) => {
    const values = counted.get(metric) ?? new Map<string, number>()
    counted.set(metric, values.set(name, (values.get(name) ?? 0) + value))
  }

  return {
    readings: new Map(),
    count: (metric, labels = {}) => add(metric, series(metric, labels), 1),
    observe(metric, seconds, labels = {}) {
      for (const le of [...BUCKETS, Infinity]) {
        const bound = le === Infinity ? '+Inf' : le
        add(metric, series(`${metric}_bucket`, { ...labels, le: bound }), seconds <= le ? 1 : 0)
      }
      add(metric, series(`${metric}_sum`, labels), seconds)
      add(metric, series(`${metric}_count`, labels), 1)
    },
    text(now = []) {
      const lines = (Object.keys(families) as Metric[]).flatMap((metric) => {
        const [kind, help] = families[metric]
        const values = [
          ...(counted.get(metric) ?? []),
          ...now
            .filter((sample) => sample.metric === metric)
            .map(({ labels, value }) => [series(metric, labels), value] as const),
        ]
        const head = [`# HELP vieraugen_${metric} ${help}`, `# TYPE vieraugen_${metric} ${kind}`]
        return values.length === 0 ? [] : [...head, ...values.map(([name, value]) => `${name} ${value}`)]
      })
      return `${lines.join('\n')}\n`
    },
  }
}
