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
 * What a read model makes of facts, in hashes: whoever changes it forgets no version.
 *
 * `handlers` is of projection.ts and of all that it reaches, bundled without what it does not reach and minified: no
 * comment, no layout, no name of a local counts; everything else does, in branches that no sample takes as well. The
 * tables and the catalogue are no text of it: `tables` is of columns, keys and indexes, `facts` of the versions and schemas
 * of the facts that are taken. `gives` is of what becomes of each frozen fact, additive columns aside; it depends on no tool,
 * so it tells that a text which is another one (a refactoring, a newer vite) still does the same to these.
 */
export type State = {
  readonly model: string
  readonly version: number
  readonly tables: string
  readonly additive: { readonly [table: string]: { readonly [column: string]: string } }
  readonly handlers: string
  readonly facts: string
  /** By type and version of a fact; of those of which something becomes. */
  readonly gives: { readonly [sample: string]: string }
}

/** Stands for a file of that path. */
export type Edit = (path: string, text: string) => string

const hashOf = (value: unknown): string => sha256(canonicalize(value)!).toString('hex').slice(0, 32)

/** Those whose values are hashed, and not their text. */
const HASHED_AS_VALUES = /[./](events|tables)[.]ts$/

/** Throws when the code reads anything but tables and catalogues of a file that is not part of it. */
const requireValues = (code: string): void => {
  for (const { moduleRequest, entries } of parseSync('bundle.js', code).module.staticImports)
    for (const { importName } of entries)
      if (HASHED_AS_VALUES.test(moduleRequest.value) && !/(Events|Tables)$/.test(importName.name ?? '*'))
        throw new Error(`${importName.name} stands in ${moduleRequest.value}, where no hash covers it`)
}

/** What runs when a fact comes, as one text that says no more than it does. */
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

/** What a handler says, but of additive columns. */
const noteChanges = ({ tables }: Projection): { readonly changes: Changes; readonly noted: unknown[] } => {
  const noted: unknown[] = []
  const known = (table: string, row: object) =>
    Object.fromEntries(
      Object.entries(row).filter(([column]) => !Object.hasOwn(tables[table]?.additive ?? {}, column)),
    )
  return {
    noted,
    changes: {
      put: (table, row) => void noted.push(['put', table, known(table, row)]),
      patch(table, row) {
        const patched = known(table, row)
        const says = Object.keys(patched).some((column) => !tables[table]!.key.includes(column))
        if (says) noted.push(['patch', table, patched])
      },
      remove: (table, key) => void noted.push(['remove', table, key]),
      sweep: (statement) => void noted.push(['sweep', statement((table) => table)]),
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
    const { changes, noted } = noteChanges(projection)
    await project(emptyTables, projection, [fact!], changes)
    const claimed = [event, { ...event, type: 'Unheard' }].map((one) => claims?.(one) ?? false)
    if (noted.length > 0) gives[keyOfSample(stored)] = hashOf([noted, laneOf(projection, fact!), claimed])
  }
  return gives
}

/** Of a read model as it is in this program. */
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
