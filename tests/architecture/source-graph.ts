import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'

export const root = join(import.meta.dirname, '../..')

export type Sources = ReadonlyMap<string, string>

export type Import = {
  /** A file's path from the root. */
  readonly from: string
  /** The same, or `npm:pg`, `node:fs`, or `unresolved:` and the specifier. */
  readonly to: string
  readonly typeOnly: boolean
}

const FOLDERS = ['services', 'projections', 'migrations', 'web', 'tests']
const NOT_OURS = /(^|\/)(node_modules|dist)(\/|$)/

const filesOf = (kind: RegExp): readonly string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ).filter((path) => kind.test(path) && !NOT_OURS.test(path))

/** Returns the path of every style sheet. */
export const readStyles = (): readonly string[] => filesOf(/\.css$/)

/** Returns the text of every .ts and .tsx file by its path. */
export const readSources = (): Sources => {
  const ours = [...filesOf(/\.tsx?$/), 'vitest.config.ts', 'vitest.long.config.ts']
  return new Map(ours.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

type Manifest = {
  readonly imports: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

const aliases = Object.entries(manifest.imports).map(
  ([name, folder]) => [name.slice(0, -1), normalize(folder.slice(0, -1))] as const,
)

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Resolves a specifier. Styles and other assets count as files. */
const resolve = (specifier: string, from: string, sources: Sources): string => {
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`
  const alias = aliases.find(([name]) => specifier.startsWith(name))
  if (!alias && !specifier.startsWith('.')) return `npm:${packageOf(specifier)}`
  const path = alias ? specifier.replace(alias[0], alias[1]) : join(dirname(from), specifier.split('?')[0]!)
  const isSource = /\.tsx?$/.test(path)
  const found = isSource ? sources.has(path) : existsSync(join(root, path)) && !path.endsWith('/')
  return found ? path : `unresolved:${specifier}`
}

type Found = { readonly specifier: string; readonly typeOnly: boolean }

/** Returns the specifiers of a file: imports, re-exports, import() and TypeScript's import types. Throws if it does not parse. */
const specifiersOf = (path: string, text: string): readonly Found[] => {
  const { module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }))
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType }] : [],
    ),
  )
  const dynamic = new Set(module.dynamicImports.map(({ moduleRequest }) => moduleRequest.start))
  const calls = [...text.matchAll(/\bimport\(\s*(['"])([^'"]+)\1/g)].map((match) => ({
    specifier: match[2]!,
    typeOnly: !dynamic.has(match.index + match[0].lastIndexOf(match[1]!, match[0].length - 2)),
  }))
  return [...statics, ...exports, ...calls]
}

/** Returns the imports of these files. Default: all. */
export const importsOf = (sources: Sources, of: Iterable<string> = sources.keys()): readonly Import[] =>
  [...of].flatMap((from) =>
    specifiersOf(from, sources.get(from)!).map(({ specifier, typeOnly }) => ({
      from,
      to: resolve(specifier, from, sources),
      typeOnly,
    })),
  )

/** Returns the cycles that a depth-first walk finds, as `a → b → a`. Type-only imports count. */
export const cyclesOf = (imports: readonly Import[]): readonly string[] => {
  const next = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const found: string[] = []
  const walk = (path: string, trail: readonly string[]): void => {
    const seen = trail.indexOf(path)
    if (seen >= 0) found.push([...trail.slice(seen), path].join(' → '))
    if (seen >= 0 || done.has(path)) return
    for (const { to } of next.get(path) ?? []) walk(to, [...trail, path])
    done.add(path)
  }
  for (const path of next.keys()) walk(path, [])
  return found
}

/** Returns every file that these import, directly or indirectly. */
export const reachedFrom = (starts: readonly string[], imports: readonly Import[]): ReadonlySet<string> => {
  const next = Map.groupBy(imports, ({ from }) => from)
  const reached = new Set(starts)
  for (const path of reached) for (const { to } of next.get(path) ?? []) reached.add(to)
  return reached
}

/** The folder of a file. The events and states of a folder count as a folder of their own; a platform folder includes its subfolders. */
const unitOf = (path: string): string =>
  /[.](events|state)[.]ts$/.test(path)
    ? `${dirname(path)}/facts/`
    : (/^services\/platform\/[^/]+\//.exec(path)?.[0] ?? `${dirname(path)}/`)

/** Returns the imports between folders. A subfolder counts as part of its folder. */
export const betweenFolders = (imports: readonly Import[]): readonly Import[] =>
  imports
    .map(({ from, to, typeOnly }) => ({ from: unitOf(from), to: unitOf(to), typeOnly }))
    .filter(({ from, to }) => !from.startsWith(to) && !to.startsWith(from))
