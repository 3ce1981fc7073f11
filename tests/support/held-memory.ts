import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use: what nobody needs is collected first. */
export const heldMemory = async (): Promise<number> => {
  // The bytes of buffers are freed a turn after their owners.
  for (let turn = 0; turn < 2; turn += 1) {
    collect()
    await nextTurn()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
