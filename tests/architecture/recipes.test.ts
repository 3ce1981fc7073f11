import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Type from 'typebox'
import { describe, expect, test, vi } from 'vitest'
import { READ_MODELS } from '#contract/endpoint.ts'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { offerMails } from '#modules/workspaces/subscription/offers.mail-kinds.ts'
import { subscriptionMails } from '#modules/workspaces/subscription/subscription.mail-kinds.ts'
import { workspaceMails } from '#modules/workspaces/workspaces.mail-kinds.ts'
import { personalFields } from '#platform/facts/fact-schema.ts'
import { clear } from '#platform/facts/facts.ts'
import { projections } from '#projections/index.ts'
import { ADMIN_PAGES, STATIC_PAGES } from '../../services/api/plugins/static-web.ts'
import { importsOf, readSources, reachedFrom, root, type Import } from './source-graph.ts'

/**
 * Steps of docs/recipes.md that a look at the files checks. Steps that the compiler checks are in
 * tests/integration/operations/compiled-recipes.test.ts.
 */

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const operations = read('docs/operations.md')
const sources = readSources()
const imports = importsOf(sources)
const without = (path: string) => imports.filter(({ to }) => to !== path)
const production = [...sources.keys()].filter(
  (path) =>
    /^(services|projections|web\/src)\//.test(path) && !/[.]test[.]tsx?$|^web\/src\/testing\//.test(path),
)

const STARTS = [
  ...production.filter((path) => /(^|\/)main[.]tsx?$/.test(path)),
  // The entries of worker threads.
  'projections/fill-thread.ts',
  'projections/fill-builds.ts',
  'projections/lanes/lane-thread.ts',
  'services/platform/health/watchdog-thread.ts',
  // The Dockerfile runs it.
  'services/ops/compile.ts',
  // The entry of a development page.
  'web/src/phone/styleguide.tsx',
  // Vite replaces a package with it.
  'web/src/shared/api/typebox-stub.ts',
  // The build renders the static pages with it.
  'web/src/public/render.tsx',
]
/** Files that no entry imports. */
const unreachable = (edges: readonly Import[]): readonly string[] => {
  const reached = reachedFrom(STARTS, edges)
  return production.filter((path) => !reached.has(path))
}

describe('every file is reachable from a main: list new routes, reactors, mail kinds, pages and ops commands', () => {
  test('none is unreachable', () => expect(unreachable(imports)).toEqual([]))

  test.each([
    'services/modules/workspaces/history/history.routes.ts',
    'services/modules/requests/requests.reactor.ts',
    'services/modules/requests/notices/requests.mail-kinds.ts',
    'services/ops/doctor/doctor.ts',
    'web/src/desk/workspaces/list/WorkspacesPage.tsx',
    'web/src/phone/accounts/devices/DevicePage.tsx',
    'web/src/desk/workspaces/settings/LeaveSection.tsx',
  ])('%s is reported if nothing imports it', (path) => expect(unreachable(without(path))).toContain(path))
})

test('an event: a text that is neither personal nor clear stops the start', () => {
  const id = clear('id')
  const fields = (more: object) => () => personalFields('SeatTaken', Type.Object({ id, ...more }))
  expect(fields({ seat: clear('id') })).not.toThrow()
  expect(fields({ seat: Type.String() })).toThrow(
    'SeatTaken.seat: is neither personal, nor clear and bounded',
  )
})

describe('a projection', () => {
  const unlisted = (names: readonly string[]) =>
    [...sources.keys()].flatMap((path) => {
      const name = /^projections\/([^/]+)\/projection[.]ts$/.exec(path)?.[1]
      return name === undefined || names.includes(name) ? [] : [name]
    })

  test('is listed in projections/index.ts under the name of its folder', () => {
    expect(unlisted(projections.map(({ name }) => name))).toEqual([])
    expect(unlisted(READ_MODELS.filter((name) => name !== 'audit'))).toEqual(['audit'])
  })
})

type Routed = { readonly path?: string; readonly children?: readonly Routed[] }

describe('a page', async () => {
  // The styleguide exists only in development.
  vi.stubEnv('DEV', false)
  const { routes } = (await import(join(root, 'web/src/desk/routes.tsx'))) as { routes: readonly Routed[] }
  const { paths } = (await import(join(root, 'web/src/shared/paths.ts'))) as { paths: Record<string, string> }
  const pathsIn = (all: readonly Routed[]): readonly string[] =>
    all.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsIn(children)])
  const routed = pathsIn(routes).filter((path) => path !== '*')
  const shape = (path: string) => path.replaceAll(/:\w+/g, ':')
  const missing = (wanted: readonly string[], there: readonly string[]) =>
    wanted.filter((path) => !there.some((other) => shape(other) === shape(path)))

  test('is listed in web/src/shared/paths.ts, and in web/src/desk/routes.tsx or STATIC_PAGES', () => {
    const { phone: _, ...others } = paths
    expect([...routed, ...Object.keys(STATIC_PAGES)].toSorted()).toEqual(Object.values(others).toSorted())
  })

  test('is served: its path is listed in services/api/plugins/static-web.ts', () => {
    const served = Object.keys(ADMIN_PAGES)
    expect(missing(routed, served)).toEqual([])
    expect(missing(served, routed)).toEqual([])
    expect(missing(['/seats', '/seat/:id', '/login'], served)).toEqual(['/seats', '/seat/:id'])
  })
})

describe('a mail', async () => {
  const { VALUE_TEXTS } = (await import(join(root, 'services/contract/log-texts/value-texts.ts'))) as {
    VALUE_TEXTS: { en: Record<string, string> }
  }
  const withoutText = (purposes: readonly string[]) =>
    purposes.filter((purpose) => !(purpose in VALUE_TEXTS.en))

  test('about a workspace has a text for its purpose in services/contract/log-texts/value-texts.ts', () => {
    expect(
      withoutText(
        [...workspaceMails, ...offerMails, ...subscriptionMails, ...requestMails].map(
          ({ purpose }) => purpose,
        ),
      ),
    ).toEqual([])
    expect(withoutText(['seat.taken'])).toEqual(['seat.taken'])
  })
})

describe('a command of ops', () => {
  const commands = [...sources].flatMap(([path, text]) =>
    /^export const \w+: Command = /m.test(text)
      ? [/^services\/ops\/(?:[^/]+\/)?([^/]+)[.]ts$/.exec(path)![1]!]
      : [],
  )
  const undocumented = (names: readonly string[]) => names.filter((name) => !operations.includes(`\`${name}`))

  test('is listed in docs/operations.md', () => {
    expect(commands.length).toBeGreaterThan(5)
    expect(undocumented(commands)).toEqual([])
    expect(undocumented(['seats'])).toEqual(['seats'])
  })
})
