import { join } from 'node:path'
import canonicalize from 'canonicalize'
import { build, parseSync, type Rolldown } from 'vite'
import { allEvents } from '#modules/all.events.ts'
import type { Catalogue } from '#platform/facts/facts.ts'
import { sha256 } from '#platform/primitives/ids.ts'
import { laneOf, type Projection } from '#projections/engine/definition/projection.ts'
import { project } from '../../projections/engine/runner/apply.ts'
import type { Changes } from '../../projections/engine/definition/changes.ts'
import { emptyTables, inWorkspace } from './empty-tables.ts'
import { codec, keyOfSample, type Frozen } from './frozen/frozen.ts'
import { root } from './source-graph.ts'

/**
 * A read model in hashes, so that no change of its rows goes without a new version.
 *
 * `handlers`: projection.ts with everything it imports, bundled and minified. Comments, layout and local names do not count;
 * all other code does, also branches that no sample reaches. `tables`: columns, keys and indexes. `facts`: versions and
 * schemas of the handled facts. `gives`: the rows for each frozen fact, without additive columns. It does not depend on the
 * build tool, so it shows that other code (a refactoring, a newer Vite) still produces the same rows.
 */
export type State = {
  readonly model: string
  readonly version: number
  readonly tables: string
  readonly additive: { readonly [table: string]: { readonly [column: string]: string } }
  readonly handlers: string
  readonly facts: string
  /** By type and version, for each fact that changes a row. */
  readonly gives: { readonly [sample: string]: string }
}

/** Returns the text to use instead of a file's own. */
export type Edit = (path: string, text: string) => string

const hashOf = (value: unknown): string => sha256(canonicalize(value)!).toString('hex').slice(0, 32)

/** Files whose values are hashed instead of their text. */
const HASHED_AS_VALUES = /[./](events|tables)[.]ts$/

/** Throws if the code imports anything but tables and events from a file outside the bundle. */
const requireValues = (code: string): void => {
  for (const { moduleRequest, entries } of parseSync('bundle.js', code).module.staticImports)
    for (const { importName } of entries)
      if (HASHED_AS_VALUES.test(moduleRequest.value) && !/(Events|Tables)$/.test(importName.name ?? '*'))
        throw new Error(
          `${importName.name} is in ${moduleRequest.value}, which no hash covers: move it to another file`,
        )
}

/** Returns the code of a read model's handlers as one minified text. */
export const codeOf = async (model: string, edit: Edit = (_, text) => text): Promise<string> => {
  const { output } = (await build({
    root,
    configFile: false,
    envFile: false,
    publicDir: false,
    mode: 'production',
    logLevel: 'silent',
    plugins: [{ name: 'edit', transform: (text, path) => edit(path, text), enforce: 'pre' }],
    build: {
      write: false,
      minify: true,
      target: 'esnext',
      ssr: join(root, `projections/${model}/projection.ts`),
      rolldownOptions: { external: (id) => HASHED_AS_VALUES.test(id) },
    },
  })) as Rolldown.RolldownOutput
  requireValues(output[0].code)
  return output[0].code
}

const tablesOf = ({ tables }: Projection) =>
  Object.fromEntries(
    Object.entries(tables).map(([name, { columns, key, indexes }]) => [name, { columns, key, indexes }]),
  )

const additiveOf = ({ tables }: Projection): State['additive'] =>
  Object.fromEntries(
    Object.entries(tables).flatMap(([name, { additive }]) => (additive ? [[name, { ...additive }]] : [])),
  )

const factsOf = ({ handlers }: Projection, catalogue: Catalogue) =>
  Object.fromEntries(
    Object.keys(handlers).map((type) => [type, { ...catalogue[type], upcasters: undefined }]),
  )

/** Records the changes of a handler, without additive columns. */
const recordChanges = ({
  tables,
}: Projection): { readonly changes: Changes; readonly recorded: unknown[] } => {
  const recorded: unknown[] = []
  const withoutAdditive = (table: string, row: object) =>
    Object.fromEntries(
      Object.entries(row).filter(([column]) => !Object.hasOwn(tables[table]?.additive ?? {}, column)),
    )
  return {
    recorded,
    changes: {
      put: (table, row) => void recorded.push(['put', table, withoutAdditive(table, row)]),
      patch(table, row) {
        const patched = withoutAdditive(table, row)
        const hasChanges = Object.keys(patched).some((column) => !tables[table]!.key.includes(column))
        if (hasChanges) recorded.push(['patch', table, patched])
      },
      remove: (table, key) => void recorded.push(['remove', table, key]),
      sweep: (statement) => void recorded.push(['sweep', statement((table) => table)]),
    },
  }
}

const givesOf = async (projection: Projection, frozen: readonly Frozen[]): Promise<State['gives']> => {
  const { handlers, claims, unseals } = projection
  const gives: Record<string, string> = {}
  for (const { stored } of frozen) {
    if (!Object.hasOwn(handlers, stored.type)) continue
    const event = inWorkspace(stored)
    const [fact] = await (unseals ? codec.decoderOf(unseals) : codec.decode)([event])
    const { changes, recorded } = recordChanges(projection)
    await project(emptyTables, projection, [fact!], changes)
    const claimed = [event, { ...event, type: 'Unheard' }].map((one) => claims?.(one) ?? false)
    if (recorded.length > 0)
      gives[keyOfSample(stored)] = hashOf([recorded, laneOf(projection, fact!), claimed])
  }
  return gives
}

/** Returns the current state of a read model. */
export const stateOf = async (
  projection: Projection,
  frozen: readonly Frozen[],
  { edit, catalogue = allEvents }: { readonly edit?: Edit; readonly catalogue?: Catalogue } = {},
): Promise<State> => {
  const { name: model, version, handlers, unseals } = projection
  return {
    model,
    version,
    tables: hashOf(tablesOf(projection)),
    additive: additiveOf(projection),
    handlers: hashOf([await codeOf(model, edit), Object.keys(handlers).toSorted(), unseals]),
    facts: hashOf(factsOf(projection, catalogue)),
    gives: await givesOf(projection, frozen),
  }
}
