import type { Stream } from './stream.ts'

/** Who is told, and of what: a workspace, or, where that is null, what concerns the user. */
export type Reader = {
  readonly sessionId: string
  readonly userId: string
  readonly workspaceId: string | null
  readonly stream: Stream
}

export type Readers = {
  add(reader: Reader): void
  /** False for one who is not there any more. */
  remove(reader: Reader): boolean
  has(reader: Reader): boolean
  count(): number
  all(): readonly Reader[]
  ofWorkspace(workspaceId: string): readonly Reader[]
  ofUser(userId: string): readonly Reader[]
  /** Users who are told of what concerns them. */
  users(): readonly string[]
  ofSession(sessionId: string): readonly Reader[]
}

type Index = Map<string, Set<Reader>>

/** Everybody comes in the order in which they were added. */
export const createReaders = (): Readers => {
  const all = new Set<Reader>()
  const workspaces: Index = new Map()
  const users: Index = new Map()
  const sessions: Index = new Map()
  const placesOf = ({ sessionId, userId, workspaceId }: Reader): readonly (readonly [Index, string])[] => [
    [sessions, sessionId],
    workspaceId === null ? [users, userId] : [workspaces, workspaceId],
  ]
  const at = (index: Index) => (id: string) => [...(index.get(id) ?? [])]
  return {
    add(reader) {
      all.add(reader)
      for (const [index, id] of placesOf(reader)) index.set(id, (index.get(id) ?? new Set()).add(reader))
    },
    remove(reader) {
      for (const [index, id] of placesOf(reader)) {
        index.get(id)?.delete(reader)
        if (index.get(id)?.size === 0) index.delete(id)
      }
      return all.delete(reader)
    },
    has: (reader) => all.has(reader),
    count: () => all.size,
    all: () => [...all],
    ofWorkspace: at(workspaces),
    ofUser: at(users),
    users: () => [...users.keys()],
    ofSession: at(sessions),
  }
}
