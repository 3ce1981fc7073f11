import { AsyncLocalStorage } from 'node:async_hooks'

type Waiting<Asked, Answer> = {
  readonly asked: Asked
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
  /** Runs work as part of the caller's request. */
  readonly inRequest: <R>(work: () => R) => R
}

/** `atOnce`: batches in flight. `most`: questions in one. */
export type BatchLimits = { readonly atOnce: number; readonly most: number }

/**
 * Asks many questions by few. What is asked in the same turn of the event loop, or while as many batches as may be are in flight, forms
 * the next one. `answer` returns an answer for each question, in order; its error is that of all of them.
 */
export const inBatches = <Asked, Answer>(
  answer: (batch: readonly Asked[]) => Promise<readonly Answer[]>,
  { atOnce, most }: BatchLimits,
): ((asked: Asked) => Promise<Answer>) => {
  let waiting: Waiting<Asked, Answer>[] = []
  let running = 0

  const runBatch = async (batch: readonly Waiting<Asked, Answer>[]): Promise<void> => {
    try {
      const answers = await answer(batch.map(({ asked }) => asked))
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as Answer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      // Otherwise the trace of the call that found nothing in flight would get every batch until there is a pause.
      await batch[0]!.inRequest(() => runBatch(batch))
    }
    running -= 1
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject, inRequest: AsyncLocalStorage.snapshot() })
      if (running === atOnce) return
      running += 1
      process.nextTick(() => void run())
    })
}
