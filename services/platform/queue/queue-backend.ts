/**
 * Jobs of one lane wait for each other alone, so that a push, which is of use for minutes, stands behind no mail. Under
 * these names they stand in the store; the first is older than the others, and may hold jobs of any of them.
 */
export const LANES = { mail: 'effects', push: 'pushes' } as const
export type Lane = keyof typeof LANES

export type Job = {
  /** While a job with this id waits or runs, another add of it changes nothing. */
  readonly id: string
  readonly effectId: string
  readonly lane: Lane
}

/** One lane: BullMQ on one kind of store. Bounds, logging and what a job may leave behind are the queue's, above it. */
export type QueueBackend = {
  add(jobs: readonly Omit<Job, 'lane'>[]): Promise<unknown>
  /** `run` never throws. */
  work(run: (effectId: string) => Promise<void>, concurrency: number): Promise<unknown>
  /** How many jobs there are in each state. */
  counts(): Promise<Readonly<Record<string, number>>>
  /** May take for ever while the store is away. */
  close(): Promise<unknown>
}

/** Of the adding side, on any store. Nobody reads the events of a queue. */
export const jobsOptions = {
  streams: { events: { maxLen: 100 } },
  defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
}

/** Of the working side, on any store. */
export const workerOptions = { runRetryDelay: 1_000 }

/** What jobs of ours can be in. */
export const STATES = ['waiting', 'active'] as const

export type JobData = { readonly effectId: string }

export const bulkOf = (jobs: readonly Omit<Job, 'lane'>[]) =>
  jobs.map(({ id, effectId }) => ({ name: 'effect', data: { effectId }, opts: { jobId: id } }))
