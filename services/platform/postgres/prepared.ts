import { LRUCache } from 'lru-cache'

/** Uses after which a statement is frequent. PostgreSQL itself plans the first five of a prepared statement anew. */
const FREQUENT = 5
const MOST = { counted: 2_000, named: 500 }

/**
 * Names frequent statements, so that each connection parses and plans them once. Planning a page of a list takes five times as long
 * as reading it. At most 500 are named, because a connection keeps every plan as long as it lives.
 */
export const createStatementNames = (): {
  /** Counts a use. Returns undefined for a rare statement. */
  nameOf(sql: string): string | undefined
  /** Gives a statement another name, for a plan whose columns have changed, and returns it. */
  renamed(sql: string): string
} => {
  const uses = new LRUCache<string, number>({ max: MOST.counted })
  const names = new Map<string, string>()
  let last = 0
  const renamed = (sql: string) => {
    const name = `frequent-${(last += 1)}`
    names.set(sql, name)
    return name
  }
  return {
    renamed,
    nameOf(sql) {
      const name = names.get(sql)
      if (name !== undefined || names.size === MOST.named) return name
      const used = (uses.get(sql) ?? 0) + 1
      uses.set(sql, used)
      return used < FREQUENT ? undefined : renamed(sql)
    },
  }
}
