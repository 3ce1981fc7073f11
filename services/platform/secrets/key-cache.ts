/** Holds unwrapped keys, each until its lease on the monotonic clock of this process ends. */
export type KeyCache<Key> = {
  byId(id: string): Key | undefined
  byName(name: string): Key | undefined
  /** `readFrom`: a time before the query that found the key. */
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
  /** The oldest entries come first. An expired key does not stay in memory. */
  const removeExpired = () => {
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
      removeExpired()
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
