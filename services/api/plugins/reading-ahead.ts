import type { Aggregate } from '#platform/commands/aggregates.ts'
import type { Commands } from '#platform/commands/execute-command.ts'
import type { Announced, ReadAhead } from '#platform/http/http.ts'

/** What was read ahead for a request. */
export type Ahead = {
  /** `commands.load`, but takes what was read ahead, once. */
  readonly load: Commands['load']
}

/** A body may arrive slowly. What was read before it is too old then. */
const FRESH_MS = 100

/** Begins to read the streams of a command. */
export const readAheadFor = (
  { load }: Pick<Commands, 'load'>,
  streams: ReadAhead,
  announced: Announced,
): Ahead => {
  const begunAt = performance.now()
  const begun = new Map(
    streams(announced).map(({ fold, stream }) => {
      const read = load(fold, stream)
      // Whoever is refused before never asks for it.
      read.catch(() => {})
      return [stream, { evolve: fold.evolve, read }] as const
    }),
  )
  return {
    load(fold, stream) {
      const ahead = begun.get(stream)
      begun.delete(stream)
      const isFresh = performance.now() - begunAt <= FRESH_MS
      if (!isFresh || ahead?.evolve !== fold.evolve) return load(fold, stream)
      return ahead.read as Promise<Aggregate<typeof fold.initialState>>
    },
  }
}
