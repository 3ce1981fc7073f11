/**
 * The queue name of each lane. A push is useless after minutes, so it must not wait behind mails. The queue `effects` is older and may
 * contain jobs of any lane.
 */
export const LANES = { mail: 'effects', push: 'pushes' } as const
export type Lane = keyof typeof LANES

export type Job = {
  /** Adding a job again while it waits or runs has no effect. */
  readonly id: string
  readonly effectId: string
  readonly lane: Lane
}

/** One lane. `Queue` adds timeouts and logging. */
export type QueueBackend = {
  add(jobs: readonly Omit<Job, 'lane'>[]): Promise<unknown>
  /** `run` must not throw. */
  work(run: (effectId: string) => Promise<void>, concurrency: number): Promise<unknown>
  /** Returns the number of jobs by state. */
  counts(): Promise<Readonly<Record<string, number>>>
  /** May never resolve while the store is unavailable. */
  close(): Promise<unknown>
}

/** BullMQ options for adding. The events of a queue are not used. */
export const jobsOptions = {
  streams: { events: { maxLen: 100 } },
  defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
}

/** BullMQ options for workers. */
export const workerOptions = { runRetryDelay: 1_000 }

/** The states of our jobs. */
export const STATES = ['waiting', 'active'] as const

export type JobData = { readonly effectId: string }

export const bulkOf = (jobs: readonly Omit<Job, 'lane'>[]) =>
  jobs.map(({ id, effectId }) => ({ name: 'effect', data: { effectId }, opts: { jobId: id } }))
