import { inSchema, type Tables, type Written } from './tables.ts'

export type Row = { readonly [column: string]: unknown }

/** Collects the row changes of a batch, one per key, so that each table and kind takes one statement. */
export type Changes<T extends Tables = Tables> = {
  /** Inserts the row, or replaces it. */
  put<N extends keyof T & string>(table: N, row: Written<T[N]>): void
  /** Updates columns of the row with this key. Does nothing when the row does not exist. */
  patch<N extends keyof T & string>(table: N, row: Partial<Written<T[N]>>): void
  remove<N extends keyof T & string>(table: N, key: Partial<Written<T[N]>>): void
  /**
   * Runs a statement over rows that no key names. `table` returns a table's qualified name. No other change of the
   * batch may touch these rows, so the fact gets a batch of its own: see `batchesOf`.
   */
  sweep(statement: (table: (name: keyof T & string) => string) => Statement): void
}

type Change = { readonly kind: 'put' | 'patch' | 'remove'; readonly row: Row }

/** One data-modifying statement and its rows as JSON. */
export type Statement = { readonly sql: string; readonly json: string }

export type CollectedChanges = Changes & {
  statements(): Statement[]
  /** Whether a statement changes rows that no key names. */
  sweeps(): boolean
  /** The rows that are put. */
  rows(table: string): readonly Row[]
  /** Removes and returns the put rows whose key `isTaken` accepts. */
  takeRows(table: string, isTaken: (key: string) => boolean): readonly Row[]
}

/** Collects changes of these tables in `schema`. */
export const collectChanges = (schema: string, tables: Tables): CollectedChanges => {
  const byTable = new Map<string, Map<string, Change>>()
  const sweeps: Statement[] = []
  const full = (table: string): string => inSchema(schema, table)

  const slot = (table: string, row: Row): [Map<string, Change>, string] => {
    const columns = tables[table]?.key
    if (!columns) throw new Error(`${schema} has no table ${table}`)
    let rows = byTable.get(table)
    if (!rows) byTable.set(table, (rows = new Map()))
    return [rows, columns.map((column) => String(row[column])).join(' ')]
  }

  const putRows = (table: string): readonly Row[] =>
    [...(byTable.get(table)?.values() ?? [])].flatMap(({ kind, row }) => (kind === 'put' ? [row] : []))

  return {
    put(table, row) {
      const [rows, key] = slot(table, row)
      rows.set(key, { kind: 'put', row })
    },
    patch(table, row) {
      const [rows, key] = slot(table, row)
      const before = rows.get(key)
      if (before?.kind === 'remove') return
      rows.set(key, { kind: before?.kind ?? 'patch', row: { ...before?.row, ...row } })
    },
    remove(table, row) {
      const [rows, key] = slot(table, row)
      rows.set(key, { kind: 'remove', row })
    },
    sweep: (statement) => void sweeps.push(statement(full)),
    sweeps: () => sweeps.length > 0,
    rows: putRows,
    takeRows(table, isTaken) {
      const changes = byTable.get(table) ?? new Map<string, Change>()
      const taken: Row[] = []
      for (const [key, { kind, row }] of changes) {
        if (kind !== 'put' || !isTaken(key)) continue
        taken.push(row)
        changes.delete(key)
      }
      return taken
    },
    statements: () => [
      ...[...byTable].flatMap(([table, rows]) =>
        groups([...rows.values()]).flatMap((group) => toStatement(full(table), tables[table]!.key, group)),
      ),
      ...sweeps,
    ],
  }
}

type Group = { readonly kind: Change['kind']; readonly columns: readonly string[]; readonly rows: Row[] }

/** Changes of one kind with the same columns, which one statement can write. */
const groups = (changes: readonly Change[]): Group[] => {
  const found = new Map<string, Group>()
  for (const { kind, row } of changes) {
    const columns = Object.keys(row).toSorted()
    const name = `${kind} ${columns.join(' ')}`
    const group = found.get(name)
    if (group) group.rows.push(row)
    else found.set(name, { kind, columns, rows: [row] })
  }
  return [...found.values()]
}

/** `table` is a quoted, qualified name. */
const toStatement = (table: string, key: readonly string[], group: Group): Statement[] => {
  const source = `json_populate_recordset(null::${table}, ?)`
  const list = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ')
  const set = group.columns.filter((column) => !key.includes(column))
  const same = key.map((column) => `t."${column}" = s."${column}"`).join(' AND ')
  const assign = (from: string) => set.map((column) => `"${column}" = ${from}."${column}"`).join(', ')
  if (group.kind === 'patch' && set.length === 0) return []
  const sql = {
    put: () =>
      `INSERT INTO ${table} (${list(group.columns)}) SELECT ${list(group.columns)} FROM ${source}
       ON CONFLICT (${list(key)}) DO ${set.length > 0 ? `UPDATE SET ${assign('excluded')}` : 'NOTHING'}`,
    patch: () => `UPDATE ${table} t SET ${assign('s')} FROM ${source} s WHERE ${same}`,
    remove: () => `DELETE FROM ${table} t USING ${source} s WHERE ${same}`,
  }[group.kind]()
  return [{ sql, json: JSON.stringify(group.rows) }]
}
