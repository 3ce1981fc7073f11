/** Opened keys, each for as long as its lease runs on this process's own clock, which nobody sets back. */
export type KeyCache<Key> = {
  byId(id: string): Key | undefined
  byName(name: string): Key | undefined
  /** `readFrom`: before the database was asked whether the key lives. */
  put(name: string, key: Key, readFrom: number): void
  clear(): void
}

type Entry<Key> = { readonly name: string; readonly key: Key; readonly until: number }

export const createKeyCache = <Key extends { readonly id: string }>(leaseMs: number): KeyCache<Key> => {
  const ids = new Map<string, Entry<Key>>()
  const names = new Map<string, Entry<Key>>()
  const leased = (entry: Entry<Key> | undefined) =>
    entry && entry.until > performance.now() ? entry.key : undefined
  const remove = (entry: Entry<Key>) => {
    ids.delete(entry.key.id)
    if (names.get(entry.name) === entry) names.delete(entry.name)
  }
  /** The oldest come first; what nobody may use any more does not stay in memory. */
  const forgetEnded = () => {
    const now = performance.now()
    for (const entry of ids.values()) {
      if (entry.until > now) break
      remove(entry)
    }
  }
  return {
    byId: (id) => leased(ids.get(id)),
    byName: (name) => leased(names.get(name)),
    put(name, key, readFrom) {
      forgetEnded()
      const entry = { name, key, until: readFrom + leaseMs }
      ids.delete(key.id)
      ids.set(key.id, entry)
      names.set(name, entry)
    },
    clear() {
      ids.clear()
      names.clear()
    },
  }
}
