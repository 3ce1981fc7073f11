import type { Decider } from '#platform/commands/decider.ts'
import type { CommandContext } from '#platform/commands/execute-command.ts'
import { createCommands } from '#platform/commands/execute-command.ts'
import { createCodec } from '#platform/facts/event-codec.ts'
import type { AnyEvent, Catalogue } from '#platform/facts/facts.ts'
import { createFingerprints } from '#platform/commands/fingerprints.ts'
import { createRunningPrograms } from '#platform/stores/running-programs.ts'
import type { Platform } from '#platform/platform.ts'
import { contextOf } from '../event-store/counter.ts'

/** Returns the platform of a program with another catalogue, on the same stores. */
export const asProgram = (platform: Platform, catalogue: Catalogue): Platform => {
  const runningPrograms = createRunningPrograms(platform.db, catalogue)
  const codec = createCodec(catalogue, platform.keys, runningPrograms.readableByAll, platform.factMacs)
  const fingerprints = createFingerprints(platform.keys, platform.clock)
  return {
    ...platform,
    codec,
    runningPrograms,
    commands: createCommands(platform.eventStore, codec, fingerprints),
  }
}

export const without = (catalogue: Catalogue, ...types: readonly string[]): Catalogue =>
  Object.fromEntries(Object.entries(catalogue).filter(([type]) => !types.includes(type)))

const planted: Decider<null, readonly AnyEvent[], AnyEvent> = {
  initialState: null,
  evolve: () => null,
  decide: (events) => events,
}

type Planted = {
  readonly stream: string
  readonly workspaceId?: string | null
  readonly events: readonly AnyEvent[]
  readonly context?: CommandContext
}

/** Appends these facts, encoded by the program of this platform. */
export const plant = async (
  { commands }: Platform,
  { stream, workspaceId = null, events, context = contextOf() }: Planted,
): Promise<void> => {
  await commands.execute({ decider: planted, stream, workspaceId, context, command: events })
}
