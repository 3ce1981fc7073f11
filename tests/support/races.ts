import type { Answered, Product } from './product/product.ts'

type Process = Pick<Product, 'call'>
export type Side = (on: Process) => Promise<Answered>

/**
 * Runs two commands concurrently, in two processes of a product, because within one process commands on a stream run one by one.
 * `turn` swaps the processes and delays one side by a varying number of reads, so that either side can win. Returns both statuses.
 */
export const raceOf =
  (product: Product, beside: Process) =>
  async (turn: number, ...sides: readonly [Side, Side]): Promise<string> => {
    const processes = turn % 2 === 0 ? [product, beside] : [beside, product]
    const answers = await Promise.all(
      sides.map(async (side, i) => {
        const reads = (turn >> 1) % 2 === i ? turn % 5 : 0
        for (let n = 0; n < reads; n += 1) await product.platform.eventStore.head()
        return side(processes[i]!)
      }),
    )
    return answers.map(({ status }) => status).join(' ')
  }
