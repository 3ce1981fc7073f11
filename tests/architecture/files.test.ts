import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import configuration from '../../vitest.config.ts'
import long from '../../vitest.long.config.ts'
import { knownMutants } from '../mutants/known.ts'
import { readSources, readStyles } from './source-graph.ts'

const sources = readSources()
const paths = [...sources.keys()]

test('pure files read no clock: pass the time in the command instead of calling Date()', () => {
  const readsClock = (text: string) => /\bDate\(\s*\)/.test(text)
  const pure = paths.filter((path) =>
    /^services\/modules\/.*[.](events|state|decider|mails)[.]ts$/.test(path),
  )
  expect(pure.length).toBeGreaterThan(8)
  expect(pure.filter((path) => readsClock(sources.get(path)!))).toEqual([])
  expect(readsClock('const at = new Date()')).toBe(true)
  expect(readsClock('const at = new Date(command.at)')).toBe(false)
})

const ROLES = 'events|state|decider|mails|mail-kinds|push-kinds|routes|reactor|store|rates'
const NAMES: readonly (readonly [folder: RegExp, name: RegExp])[] = [
  [/^vitest[.](long[.])?config[.]ts$/, /./],
  [/^services\/modules\//, new RegExp(`^[a-z]+(-[a-z]+)*([.](${ROLES}))?([.]test)?[.]ts$`)],
  [/^migrations\//, /^[0-9]{4}_[a-z_]+[.]ts$/],
  [/^projections\//, /^[a-z]+(-[a-z]+)*([.]test)?[.]ts$/],
  [/^tests\//, /^[a-z]+(-[a-z]+)*([.](test|contract))?[.]ts$/],
  [/^web\//, /^([a-z0-9]+(-[a-z0-9]+)*([.](test|config))?[.]tsx?|[A-Z][A-Za-z]*([.]test)?[.]tsx)$/],
  [/^services\//, /^[a-z]+(-[a-z]+)*([.](routes|test))?[.]ts$/],
]
const misnamed = (all: readonly string[]) =>
  all.filter((path) => !NAMES.find(([folder]) => folder.test(path))![1].test(path.split('/').at(-1)!))

test('file names follow their folder’s pattern in NAMES', () => {
  expect(misnamed(paths)).toEqual([])
  const wrong = [
    'services/modules/requests/Request.decider.ts',
    'services/modules/requests/request.service.ts',
    'services/api/errorHandler.ts',
    'migrations/9_x.ts',
    'tests/integration/users.spec.ts',
    'web/src/desk/error_page.tsx',
  ]
  expect(misnamed(wrong)).toEqual(wrong)
})

/** Singular for one aggregate (`workspace.decider.ts`), plural for the whole module (`workspaces.mails.ts`). */
const misnumbered = (all: readonly string[]) =>
  all.filter((path) => {
    const [, module, room, noun, role] =
      /^services\/modules\/([^/]+)\/(?:([^/]+)\/)?([^/.]+)[.]([a-z-]+)([.]test)?[.]ts$/.exec(path) ?? []
    if (/^(events|state|decider|store)$/.test(role ?? '')) return /[^s]s$/.test(noun!)
    return (
      /^(mails|mail-kinds|rates|reactor)$/.test(role ?? '') &&
      !(room ? noun === room || noun!.endsWith('s') : noun === module)
    )
  })

test('files about one aggregate are singular, and files about the module have its name', () => {
  expect(misnumbered(paths)).toEqual([])
  const wrong = [
    'services/modules/requests/requests.decider.ts',
    'services/modules/accounts/sessions/sessions.store.ts',
    'services/modules/requests/request.mails.test.ts',
    'services/modules/workspaces/invitations.reactor.ts',
  ]
  expect(misnumbered(wrong)).toEqual(wrong)
  expect(misnumbered(['services/modules/accounts/address.decider.ts'])).toEqual([])
})

test('no file is called manager, helper, util, service or base: name what it does', () =>
  expect(
    paths.filter(
      (path) =>
        /(manager|helper|util|service|base)s?[.]tsx?$/i.test(path) && !/database|service-worker/.test(path),
    ),
  ).toEqual([]))

/** Migrations may grow without limit. */
const crowded = (all: readonly string[]) =>
  Object.entries(Object.groupBy(all, (path) => path.slice(0, path.lastIndexOf('/'))))
    .filter(([folder, files = []]) => folder !== 'migrations' && files.length > 20)
    .map(([folder]) => folder)

test('no folder holds more than 20 source files: divide it by noun', () => {
  const styles = readStyles()
  expect(styles.length).toBeGreaterThan(20)
  expect(crowded([...paths, ...styles])).toEqual([])
  const many = Array.from({ length: 21 }, (_, at) => `web/src/desk/x/file-${at}.ts`)
  expect(crowded(many)).toEqual(['web/src/desk/x'])
})

test('every migration has its own number', () => {
  const numbers = paths.flatMap((path) => /^migrations\/([0-9]{4})_/.exec(path)?.[1] ?? [])
  expect(numbers.length).toBeGreaterThan(5)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('the runner finds every test: add its pattern to vitest.config.ts', () => {
  const include = configuration.test!.projects!.flatMap((project) =>
    typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
  )
  const unseen = (all: readonly string[]) =>
    all.filter((path) => !include.some((glob) => matchesGlob(path, glob)))
  const tests = paths.filter((path) => /[.](test|spec)[.]/.test(path))
  expect(tests.length).toBeGreaterThan(10)
  expect(unseen(tests)).toEqual([])
  expect(unseen(['web/src/desk/x.spec.ts', 'migrations/x.test.ts'])).toHaveLength(2)
})

const isolated = configuration.test!.projects!.flatMap((project) =>
  typeof project === 'object' && 'test' in project && project.test?.name === 'isolated'
    ? (project.test.include ?? [])
    : [],
)
const misses = (
  listed: readonly string[],
  uses: RegExp,
  all: readonly (readonly [path: string, text: string])[],
) => {
  const using = all.filter(([path, text]) => /[.]test[.]ts$/.test(path) && uses.test(text))
  return new Set(using.map(([path]) => path)).symmetricDifference(new Set(listed))
}

test.each([
  [
    'vitest.long.config.ts',
    long.test!.include!,
    /\b(rounds|casesOfRun|thirdOfRun|isLong|expectFitsSizes)\(/,
    'rounds({ short: 1, long: 2 })',
  ],
  ['the isolated ones of vitest.config.ts', isolated, /\bvi[.](mock|hoisted)\(/, `vi.mock('./x.ts')`],
] as const)('%s: names every test that needs it, and no other', (_, listed, uses, text) => {
  const here = 'tests/architecture/files.test.ts'
  const all = [...sources].filter(([path]) => path !== here)
  expect([...misses(listed, uses, all)]).toEqual([])
  expect([...misses(listed, uses, [...all, ['tests/x.test.ts', text]])]).toEqual(['tests/x.test.ts'])
})

test('each known mutant still changes the source: correct tests/mutants/known.ts', () => {
  for (const { mutant, tests } of knownMutants((path) => sources.get(path) ?? '')) {
    expect(mutant.text).not.toBe(sources.get(mutant.path))
    expect(paths).toEqual(expect.arrayContaining([...tests]))
  }
  expect(() => knownMutants(() => '')).toThrow('correct known.ts')
})

test('only tests in tests/e2e and page benchmarks open a browser', () => {
  const misplaced = (all: readonly (readonly [path: string, text: string])[]) =>
    all.filter(
      ([path, text]) =>
        text.includes(`support/browser/browser.ts'`) &&
        !/^tests\/(e2e\/.*[.]test|support\/browser\/.*|bench\/(pages\/pages|parts))[.]ts$/.test(path),
    )
  expect(misplaced([...sources].filter(([path]) => !path.endsWith('/files.test.ts')))).toEqual([])
  const opens = `import { openBrowser } from '#support/browser/browser.ts'`
  expect(misplaced([['tests/integration/invite.test.ts', opens]])).toHaveLength(1)
})

test('a test beside the code is named after a file in the same folder', () => {
  const beside = paths.filter((path) => /^(services|projections)\/.*[.]test[.]ts$|[.]test[.]tsx$/.test(path))
  const tested = (path: string) => ['.ts', '.tsx'].map((end) => path.replace(/[.]test[.]tsx?$/, end))
  const strays = (all: readonly string[]) =>
    all.filter((path) => !tested(path).some((file) => sources.has(file)))
  expect(beside.filter((path) => path.endsWith('x')).length).toBeGreaterThan(0)
  expect(strays(beside)).toEqual([])
  expect(strays(['web/src/desk/x.test.tsx'])).toHaveLength(1)
})
