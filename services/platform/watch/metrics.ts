import { Counter, Gauge, Histogram, Registry, type MetricConfiguration } from 'prom-client'

const histograms = {
  http_request_seconds: 'HTTP requests by method, route and status',
  append_seconds: 'Appends to the event store by outcome',
} as const

const counters = {
  commands_total: 'Commands by operation and outcome',
  append_conflicts_total: 'Appends refused because the stream had another revision',
  mails_total: 'Attempts to send a mail by outcome and purpose',
  pushes_total: 'Attempts to send a push notification by outcome and purpose',
  altered_facts_total: 'Events that were refused because their MAC does not fit, by type',
  altered_rows_total: 'Rows that were refused because their MAC does not fit, by table',
  witnessed_checkpoints_total: 'Checkpoints of audit logs that were shown to a witness, by outcome',
  time_stamps_total: 'Time stamps of audit logs that were asked for, by outcome',
  policy_violations_total: 'Reports of browsers that kept a page from violating its policy, by directive',
} as const

const gauges = {
  projection_lag_events: 'Facts that a read model has not yet applied, at most 1000',
  projection_lag_seconds: 'Age of the oldest fact that a read model has not yet applied',
  parked_facts: 'Facts set aside because one could not be applied, by read model',
  held_facts: 'Facts that wait for a newer program, by read model',
  effects: 'Mails and pushes that are not out yet, by status',
  mail_delay_seconds: 'Age of the oldest mail that is not out yet',
  time_run_age_seconds: 'Time since the worker last recorded the facts that are due by date',
  queue_jobs: 'Jobs in the queue by state',
  up: 'Whether a dependency is healthy',
  figures_read: 'Whether these figures could be read; otherwise they are missing',
} as const

/** One metric has the same label names in all its samples. */
export type Labels = Readonly<Record<string, string | number>>
export type Sample = {
  readonly metric: keyof typeof gauges
  readonly labels: Labels
  readonly value: number
}

export type Metrics = {
  /** Gauges that each scrape reads, by the name that `figures_read` reports them under. */
  readonly readings: Map<string, () => Promise<readonly Sample[]>>
  count(metric: keyof typeof counters, labels?: Labels): void
  observe(metric: keyof typeof histograms, seconds: number, labels?: Labels): void
  /** The Prometheus text of everything counted and observed so far, and of these gauges. */
  text(samples?: readonly Sample[]): Promise<string>
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** Upper bounds, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const help = { ...histograms, ...counters, ...gauges }

/** Creates the metric at its first use: before, one without labels would read 0. */
const once = <M>(
  registry: Registry,
  metric: keyof typeof help,
  labels: Labels,
  create: (settings: MetricConfiguration<string>) => M,
): M => {
  const name = `vieraugen_${metric}`
  const known = registry.getSingleMetric(name) as M | undefined
  const settings = { name, help: help[metric], labelNames: Object.keys(labels), registers: [registry] }
  return known ?? create(settings)
}

export const createMetrics = (): Metrics => {
  const registry = new Registry()
  return {
    readings: new Map(),
    count: (metric, labels = {}) =>
      once(registry, metric, labels, (settings) => new Counter(settings)).inc(labels),
    observe: (metric, seconds, labels = {}) =>
      once(registry, metric, labels, (settings) => new Histogram({ ...settings, buckets })).observe(
        labels,
        seconds,
      ),
    text(samples = []) {
      const current = new Registry()
      for (const { metric, labels, value } of samples)
        once(current, metric, labels, (settings) => new Gauge(settings)).set(labels, value)
      return Registry.merge([registry, current]).metrics()
    },
  }
}
