/**
 * Keeps the bytes of files by id. Knows neither what they are nor whose. PostgreSQL implements it; an object store can, if it passes
 * the same tests.
 */
export type FileStore = {
  /** Keeps the bytes of a new id, in parts of any size. Nothing of them stays if they break off. */
  write(id: string, parts: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes in their order, in parts of any size. Holds few of them in memory. Ends at once if there are none. */
  read(id: string): AsyncIterable<Uint8Array>
  /** Can be repeated. */
  remove(ids: readonly string[]): Promise<void>
}
