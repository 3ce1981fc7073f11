import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { readSources, root } from '../architecture/source-graph.ts'
import { buildWeb } from '../../services/local/web-build.ts'
import { knownMutants } from './known.ts'
import { draw, mutantsOf } from './mutate.ts'
import { openTests } from './open-tests.ts'
import { createTestsOf } from './tests-of.ts'

/**
 * `npm run test:mutants -- [count] [seed] [skip]`: changes the source at one place at a time, in a copy of the tree, and runs the
 * tests near it, then the compiler. A mutant that survives shows a missing rule, or changes nothing that anybody can observe. `skip` goes on
 * after that many. Exits with 1 if fewer than 90 % are killed, if a known one survives, or if a test also fails without a mutant.
 */
const [count = 150, seed = 22, skip = 0] = process.argv.slice(2).map(Number)
/** For a drawn mutant, and for one whose test is known. */
const [CAP_MS, LONG_MS] = [60_000, 600_000]
const MUTATED =
  /^(services\/modules\/.*\.(decider|state)|services\/platform\/.*|projections\/engine\/.*)(?<!\.test)\.ts$/

const isIntegration = ([first = '']: readonly string[]) => !/^(services|projections)\//.test(first)

const sources = readSources()
const textOf = (path: string) => sources.get(path)!
const mutants = [...sources.keys()]
  .filter((path) => MUTATED.test(path))
  .flatMap((path) => mutantsOf(path, textOf(path)))
const testsOf = createTestsOf(sources)
const known = knownMutants(textOf)
const drawn = draw(mutants, count, seed)
  .map((mutant) => ({ mutant, tests: testsOf(mutant.path) }))
  // Those with a test beside them first: they take a second.
  .toSorted((a, b) => Number(isIntegration(a.tests)) - Number(isIntegration(b.tests)))
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`${known.length} known mutants, and ${drawn.length} of ${mutants.length} by seed ${seed}`)

const copy = mkdtempSync(join(tmpdir(), 'vieraugen-mutants-'))
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const isCopied = (path: string) => !/^(node_modules|\.git|\.data)$/.test(relative(root, path))
cpSync(root, copy, { recursive: true, filter: isCopied })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
process.chdir(copy)
await buildWeb(copy, new AbortController().signal)

const { firstFailure, changed, close } = await openTests(copy)
// The server of the tests starts with the first run, which must not have a mutant.
await firstFailure(drawn[0]!.tests.slice(0, 1), CAP_MS)
const put = (path: string, text: string) => {
  writeFileSync(join(copy, path), text)
  changed(path)
}
/** The first error of the compiler, which keeps such a change out like a test. */
const typeError = (): string | undefined => {
  const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['-p', '.'], { encoding: 'utf8' })
  return status === 0 ? undefined : stdout.split('\n')[0]
}
const killers = new Set<string>()
const survivors: string[] = []
let knownSurvivors = 0
for (const [i, { mutant, tests }] of [...known, ...drawn].slice(skip).entries()) {
  const { path, line, what, text } = mutant
  const name = `${skip + i + 1} ${path}:${line} ${what}`
  put(path, text)
  const { by, isCapped } = await firstFailure(tests, skip + i < known.length ? LONG_MS : CAP_MS)
  const refused = by ? undefined : typeError()
  put(path, textOf(path))
  const killed = by ? `killed by ${by.file}: ${by.test}` : refused && `refused by the compiler: ${refused}`
  if (by) killers.add(by.file)
  if (!killed) survivors.push(name)
  if (!killed && skip + i < known.length) knownSurvivors += 1
  const rest = isCapped ? '; the time was over before the last of them' : ''
  say(`${name} | ${killed ?? `SURVIVED ${tests.length} files${rest}`}`)
}

const all = known.length + drawn.length - skip
say(`\nkilled ${all - survivors.length} of ${all}; survivors:\n${survivors.join('\n')}`)
// A test that fails without a mutant proves nothing.
const { by: broken } = await firstFailure([...killers], LONG_MS)
if (broken) say(`fails without a mutant: ${broken.file}: ${broken.test}`)
await close()
process.exit(survivors.length <= all / 10 && knownSurvivors === 0 && !broken ? 0 : 1)
