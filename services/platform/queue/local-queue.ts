import type { Job, QueueBackend } from './queue-backend.ts'

/** A lane in the memory of this process. Its jobs end with the process, and the next sweep adds them again. */
export const createLocalQueue = (): QueueBackend => {
  const waiting = new Map<string, Omit<Job, 'lane'>>()
  const running = new Map<string, Promise<void>>()
  let work: ((effectId: string) => Promise<void>) | undefined
  let atOnce = 0

  const start = (): void => {
    for (const [id, { effectId }] of waiting) {
      if (!work || running.size >= atOnce) return
      waiting.delete(id)
      const ended = work(effectId).then(() => {
        running.delete(id)
        start()
      })
      running.set(id, ended)
    }
  }

  return {
    async add(jobs) {
      for (const job of jobs) if (!running.has(job.id)) waiting.set(job.id, job)
      start()
    },
    async work(run, concurrency) {
      work = run
      atOnce = concurrency
      start()
    },
    counts: async () => ({ waiting: waiting.size, active: running.size }),
    async close() {
      work = undefined
      await Promise.all(running.values())
    },
  }
}
