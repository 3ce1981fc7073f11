import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { Watch } from './watchdog.ts'

const { beats, checks, everyMs } = workerData as Watch
const nothing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

// Counts checks instead of reading a clock: a paused machine stops both threads, and its process is well.
let last = -1
for (let missed = 0; missed < checks;) {
  Atomics.wait(nothing, 0, 0, everyMs)
  const now = Atomics.load(beats, 0)
  missed = now === last ? missed + 1 : 0
  last = now
}
// The logger belongs to the other thread.
writeSync(1, `${JSON.stringify({ level: 60, time: Date.now(), msg: 'stood still, so it ends' })}\n`)
process.kill(process.pid, 'SIGKILL')
