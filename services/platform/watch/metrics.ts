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
  effects: ['gauge', 'Mails and pushes that are not out yet, by status'],
  mail_delay_seconds: ['gauge', 'Age of the oldest mail that is not out yet'],
  mails_total: ['counter', 'What came of attempts at mails, by purpose'],
  time_run_age_seconds: ['gauge', 'Since when nobody has told what time brings'],
  pushes_total: ['counter', 'What came of attempts at push notifications, by purpose'],
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

/** How often something took at most so long; written out only when somebody reads it. */
type Timed = { readonly labels: Labels; readonly upTo: number[]; sum: number; count: number }

const linesOf = (metric: Metric, { labels, upTo, sum, count }: Timed): [string, number][] => {
  let below = 0
  const bound = (i: number) => BUCKETS[i] ?? '+Inf'
  return [
    ...upTo.map((n, i): [string, number] => [
      series(`${metric}_bucket`, { ...labels, le: bound(i) }),
      (below += n),
    ]),
    [series(`${metric}_sum`, labels), sum],
    [series(`${metric}_count`, labels), count],
  ]
}

export const createMetrics = (): Metrics => {
  const counted = new Map<Metric, Map<string, number>>()

  const timed = new Map<Metric, Map<string, Timed>>()

  const add = (metric: Metric, name: string, value: number) => {
    const values = counted.get(metric) ?? new Map<string, number>()
    counted.set(metric, values.set(name, (values.get(name) ?? 0) + value))
  }
  const timedAs = (metric: Metric, labels: Labels): Timed => {
    let all = timed.get(metric)
    if (!all) timed.set(metric, (all = new Map()))
    const name = Object.values(labels).join('\n')
    let one = all.get(name)
    if (!one) all.set(name, (one = { labels, upTo: [...BUCKETS, Infinity].map(() => 0), sum: 0, count: 0 }))
    return one
  }

  return {
    readings: new Map(),
    count: (metric, labels = {}) => add(metric, series(metric, labels), 1),
    observe(metric, seconds, labels = {}) {
      const one = timedAs(metric, labels)
      const bucket = BUCKETS.findIndex((le) => seconds <= le)
      one.upTo[bucket < 0 ? BUCKETS.length : bucket]! += 1
      one.sum += seconds
      one.count += 1
    },
    text(now = []) {
      const lines = (Object.keys(families) as Metric[]).flatMap((metric) => {
        const [kind, help] = families[metric]
        const values = [
          ...(counted.get(metric) ?? []),
          ...[...(timed.get(metric)?.values() ?? [])].flatMap((one) => linesOf(metric, one)),
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
