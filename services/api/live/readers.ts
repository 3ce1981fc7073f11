import type { OpenStream } from '#platform/limits/open-streams.ts'
import type { Stream } from './stream.ts'

/** What a stream reports: one workspace, the user's own changes, or all that super admins see. */
export type Scope = { readonly workspaceId: string } | 'user' | 'operations'

/** An open stream and its reader. */
export type Reader = OpenStream & {
  readonly sessionId: string
  readonly scope: Scope
  readonly stream: Stream
}

export type Readers = {
  add(reader: Reader): void
  /** Returns false for a reader who has been removed already. */
  remove(reader: Reader): boolean
  has(reader: Reader): boolean
  count(): number
  all(): readonly Reader[]
  ofWorkspace(workspaceId: string): readonly Reader[]
  ofUser(userId: string): readonly Reader[]
  operators(): readonly Reader[]
  /** Users with a stream of their own changes. */
  users(): readonly string[]
  ofSession(sessionId: string): readonly Reader[]
  /** All streams of a person, of every session and scope. */
  ofPerson(userId: string): readonly Reader[]
}

type Index = Map<string, Set<Reader>>

/** Every list is in the order of `add`. */
export const createReaders = (): Readers => {
  const all = new Set<Reader>()
  const workspaces: Index = new Map()
  const users: Index = new Map()
  const sessions: Index = new Map()
  const people: Index = new Map()
  const operators: Index = new Map()
  const placeOf = ({ userId, scope }: Reader): readonly [Index, string] => {
    if (scope === 'operations') return [operators, scope]
    return scope === 'user' ? [users, userId] : [workspaces, scope.workspaceId]
  }
  const placesOf = (reader: Reader) =>
    [[sessions, reader.sessionId], [people, reader.userId], placeOf(reader)] as const
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
    operators: () => at(operators)('operations'),
    users: () => [...users.keys()],
    ofSession: at(sessions),
    ofPerson: at(people),
  }
}
