import { importsOf, type Import, type Sources } from '../architecture/source-graph.ts'

/** Where the integration tests of a part lie, below `tests` or its folder for them; a module's lie in the folder of its name. */
const PLACES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^projections\/engine\/queries\//, ['read-models', 'workspaces', 'commands']],
  [/^projections\/engine\//, ['read-models']],
  [/\/(effects|queue|mail|push)\//, ['effects']],
  [/\/event-store\//, ['event-store', 'commands']],
  [/\/facts\//, ['event-store', 'secrets', 'read-models']],
  [/\/(commands|read-models)\//, ['commands', 'read-models']],
  [/\/secrets\//, ['secrets', 'requests/proof', 'accounts/devices', 'two-processes']],
  [/\/http\//, ['http', 'secrets']],
  [/\/limits\//, ['accounts/login', 'http', 'requests/limits']],
  [/\/oidc\//, ['accounts/providers']],
  [/\/postgres\//, ['event-store', 'operations', 'read-models']],
  [/\/platform\/(health|watch|config|stores|[^/]*$)/, ['operations', 'read-models', 'commands']],
  [/\/(mails|pushes|contacts)\//, ['effects', 'accounts']],
  [/\/(time-stamps|witnesses|paper)\//, ['evidence', 'workspaces/history']],
  [/\/platform\/files\//, ['requests/files']],
  [/\/platform\/seals\//, ['operations']],
  [/\/platform\/primitives\//, ['requests', 'secrets']],
]
/** Tests start these only in processes of their own, so no import leads to them. */
const BY_PROCESS: Readonly<Record<string, readonly string[]>> = {
  'services/platform/run-process.ts': ['ends', 'processes'],
  'services/platform/signals.ts': ['ends', 'processes'],
}

/** Tests beside the source take milliseconds, where a product takes seconds to start. */
const isSlow = (test: string): boolean => test.startsWith('tests/')

const placesOf = (path: string): readonly string[] => {
  const [, folders] = PLACES.find(([part]) => part.test(path)) ?? []
  const [part = '', module] = /^(?:services\/modules\/([^/]+)|[^/]+\/[^/]+)\//.exec(path) ?? []
  const roots = ['tests/integration/', 'tests/']
  return [
    part,
    ...(folders ?? [module ?? '']).flatMap((folder) => roots.map((above) => `${above}${folder}/`)),
  ]
}

/**
 * Returns a function from a source file to the tests that may kill its mutants, the one of its name first, then those beside
 * sources, the nearest by imports first: every test that imports it, and those of its part that reach it.
 */
export const createTestsOf = (sources: Sources) => {
  const imports = importsOf(sources).filter(({ typeOnly }) => !typeOnly)
  const importers = Map.groupBy(imports, ({ to }: Import) => to)
  return (path: string): readonly string[] => {
    const started = BY_PROCESS[path]?.map((name) => `tests/resilience/processes/${name}.test.ts`) ?? []
    const distance = new Map([[path, 0]])
    for (const [at, steps] of distance)
      for (const { from } of importers.get(at) ?? []) if (!distance.has(from)) distance.set(from, steps + 1)
    const places = placesOf(path)
    const own = path.replace(/\.ts$/, '.test.ts')
    const rank = (test: string) =>
      test === own ? 0 : (isSlow(test) ? 1e9 : 1) + distance.get(test)! * 100_000 + sources.get(test)!.length
    const near = [...distance]
      .filter(([test]) => test.endsWith('.test.ts') && !/^(web|tests\/(e2e|architecture))\//.test(test))
      .filter(([test, steps]) => steps === 1 || places.some((place) => test.startsWith(place)))
      .map(([test]) => test)
      .toSorted((a, b) => rank(a) - rank(b))
    return [...near, ...started]
  }
}
