import { readFileSync } from 'node:fs'
import type { Profiler, Runtime } from 'node:inspector'

/**
 * Prints where a process spent its time: `node tests/bench/profile-top.ts product.123.cpuprofile`. Profiles come from a bench that runs
 * with `BENCH_PROFILE=<folder>`. Times are of the clock, so that on a busy machine a call of the system that wakes another process counts
 * for as long as that process runs.
 */
const LINES = 20

const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)/

type Frame = Runtime.CallFrame

/** A package, a part of Node, or a folder of the product. */
const partOf = ({ functionName, url }: Frame): string => {
  if (functionName.startsWith('(')) return functionName
  const found = PACKAGE.exec(url)?.[1]
  if (found !== undefined) return found
  if (url === '') return `system: ${functionName}`
  if (url.startsWith('node:')) return url
  return url
    .replace(/^file:\/\/.*?\/(?=services\/|projections\/|tests\/)/, '')
    .split('/')
    .slice(0, 3)
    .join('/')
}

const placeOf = ({ functionName, url, lineNumber }: Frame): string => {
  const file = url.replace(/^.*node_modules\//, '').replace(/^file:\/\/.*?\/(?=services\/|projections\/)/, '')
  return url === '' ? functionName : `${functionName || 'anonymous'} ${file}:${lineNumber + 1}`
}

const {
  nodes,
  samples = [],
  timeDeltas = [],
} = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Profiler.Profile
const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
const ofParts = new Map<string, number>()
const ofPlaces = new Map<string, number>()
let busy = 0
for (const [i, id] of samples.entries()) {
  const frame = frames.get(id)!
  const took = timeDeltas[i] ?? 0
  // Of the profiler itself, `post`.
  if (frame.functionName === '(idle)' || frame.url === 'node:inspector') continue
  busy += took
  for (const [map, name] of [
    [ofParts, partOf(frame)],
    [ofPlaces, placeOf(frame)],
  ] as const)
    map.set(name, (map.get(name) ?? 0) + took)
}
for (const map of [ofParts, ofPlaces]) {
  console.log('')
  for (const [name, took] of [...map].toSorted(([, a], [, b]) => b - a).slice(0, LINES))
    console.log(`${((took / busy) * 100).toFixed(1).padStart(5)} %  ${name}`)
}
