import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { importsOf, readSources, reachedFrom, root } from '../source-graph.ts'

const sources = readSources()
const imports = importsOf(sources).filter(({ typeOnly }) => !typeOnly)
const isTest = (path: string) => /[.]test[.]tsx?$/.test(path)
const ofWeb = [...sources.keys()].filter((path) => /^web\/src\/(?!testing\/)/.test(path))
const tests = ofWeb.filter(isTest)

const contract = [...sources.keys()].filter((path) => path.startsWith('services/contract/') && !isTest(path))
const exported = await Promise.all(contract.map((path) => import(join(root, path)) as Promise<object>))
/** The commands of the API, by the names that they are imported with. */
const commands = new Set(
  exported.flatMap((values) =>
    Object.entries(values).flatMap(([name, value]) => ((value as Partial<Endpoint>)?.command ? [name] : [])),
  ),
)

const commandsIn = (path: string): readonly string[] =>
  parseSync(path, sources.get(path)!).module.staticImports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, importName: { name } }) => (!isType && commands.has(name!) ? [name!] : [])),
  )

const sent = new Map(ofWeb.map((path) => [path, commandsIn(path)]))
const reached = new Map(tests.map((path) => [path, reachedFrom([path], imports)]))

/** The folder of a file and those of the files that import it. */
const placesOf = (path: string): ReadonlySet<string> =>
  new Set(
    [path, ...imports.filter(({ from, to }) => to === path && !isTest(from)).map(({ from }) => from)].map(
      dirname,
    ),
  )

/** What is sent and in no test of these, each with what to do. */
const untested = (among: readonly string[]): readonly string[] =>
  ofWeb
    .filter((path) => !isTest(path))
    .flatMap((path) => {
      const places = placesOf(path)
      const near = among.filter((one) => places.has(dirname(one)) && reached.get(one)!.has(path))
      const tried = new Set(near.flatMap((one) => sent.get(one)!))
      return sent
        .get(path)!
        .filter((name) => !tried.has(name))
        .map((name) => `${path} sends ${name}: test beside it what it sends and what an error shows`)
    })
const without = (path: string) => tests.filter((one) => one !== path)

test('each command that a component sends is answered in a test beside it, or beside what shows it', () => {
  expect(commands.size).toBeGreaterThan(40)
  expect(untested(tests)).toEqual([])
})

test.each([
  ['desk/workspaces/settings/LeaveSection', 'settings/LeaveSection.tsx sends leaveWorkspace'],
  [
    'desk/workspaces/participants/ParticipantMenu',
    'participants/use-participant-commands.tsx sends changeRequester',
  ],
  ['desk/operations/ReadModelsPage', 'operations/steps.ts sends promoteReadModel'],
  ['phone/accounts/waiting/WaitingPage', 'waiting/Vouch.tsx sends vouchForDevice'],
])('is reported without the test of %s', (name, fault) => {
  const path = `web/src/${name}.test.tsx`
  expect(tests).toContain(path)
  expect(untested(without(path))).toContainEqual(expect.stringContaining(fault))
})
