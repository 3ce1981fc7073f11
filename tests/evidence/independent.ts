import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The independent verifier as a process, and random changes of texts. */

export const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0
export const whySkipped = hasPython ? '' : ' (skipped: python3 with python3-cryptography is not installed)'

type Verdict = readonly [isRight: boolean, message: string]
type Job = readonly [kind: 'export' | 'beleg' | 'proof' | 'consistency' | 'stamp', ...texts: string[]]

/** The program in Python, which answers each line with a line. */
export const startIndependent = () => {
  const script = fileURLToPath(new URL('verify.py', import.meta.url))
  const python = spawn('python3', [script, 'serve'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: python.stdout })[Symbol.asyncIterator]()
  return {
    async verify(job: Job): Promise<Verdict> {
      python.stdin.write(`${JSON.stringify(job)}\n`)
      const { value, done } = await answers.next()
      if (done) throw new Error('the verifier in Python has ended')
      return JSON.parse(value) as Verdict
    },
    end: () => void python.kill(),
  }
}

/** Numbers below `below`, always the same for a seed (mulberry32). */
export const randomBy = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
export type Random = ReturnType<typeof randomBy>

const SIGNS = 'abcdef0123456789ABCXYZ+/=-_{}[]",:\\ Ü'
const changes: readonly ((text: string, random: Random) => string)[] = [
  // A sign becomes another, is added or goes.
  (text, random) => withSign(text, random, 1),
  (text, random) => withSign(text, random, 0),
  (text, random) => {
    const at = random(text.length)
    return text.slice(0, at) + text.slice(at + 1)
  },
  // A line goes, comes twice, or changes its place with the next.
  (text, random) => inLines(text, random, (lines, at) => lines.toSpliced(at, 1)),
  (text, random) => inLines(text, random, (lines, at) => lines.toSpliced(at, 0, lines[at]!)),
  (text, random) =>
    inLines(text, random, (lines, at) => lines.toSpliced(at, 2, ...lines.slice(at, at + 2).toReversed())),
]
const withSign = (text: string, random: Random, instead: number): string => {
  const at = random(text.length)
  return text.slice(0, at) + SIGNS[random(SIGNS.length)]! + text.slice(at + instead)
}
const inLines = (text: string, random: Random, change: (lines: string[], at: number) => string[]): string => {
  const lines = text.split('\n')
  return change(lines, random(lines.length)).join('\n')
}

/** One random change. How lines end proves nothing, so that alone is no change. */
export const tampered = (text: string, random: Random): string => {
  for (;;) {
    const changed = changes[random(changes.length)]!(text, random)
    if (changed.trimEnd() !== text.trimEnd()) return changed
  }
}
