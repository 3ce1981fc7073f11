import type { writeKind } from '#contract/requests/writing-kinds.ts'
import { Rejected } from '#contract/errors.ts'
import type { OvertakenBy } from '#contract/workspaces/change.ts'
import { bySystem, type CommandContext } from '#platform/commands/execute-command.ts'
import { commandReactor, type CommandReactor } from '#platform/effects/reactors.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Actor, Fact } from '#platform/facts/facts.ts'
import type { Answer, Call } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { ChangeSecret } from '#projections/workspaces/change-queries.ts'
import { allEvents } from '#modules/all.events.ts'
import type { KindChangeEvent } from '#modules/workspaces/kinds/kind-change.events.ts'
import type { KindDefinition, WrittenKind } from '#contract/requests/fields/kind-definition.ts'
import type { PendingChange } from '#modules/workspaces/protection/change.state.ts'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import type { WorkspaceState } from '#modules/workspaces/workspace.state.ts'

/** Kinds of request under protection: a second admin decides on the stream of the workspace, the kind stands on a stream of its own. */

export type KindToWrite = {
  readonly workspaceId: string
  readonly changeId: string
  readonly kindId: string
  /** The one that it becomes. */
  readonly version: number
  readonly definition: KindDefinition
}

/** Writes kinds. Provided by the module of requests. */
export type KindWriter = {
  /** Writes one at once. */
  write(call: Call<typeof writeKind>): Promise<Answer<typeof writeKind>>
  /** What writing it would do; null: it is so already. Throws the rejections of the endpoint. */
  plan(
    kind: Pick<KindToWrite, 'workspaceId' | 'kindId' | 'definition'> & { readonly isNew: boolean },
    workspace: WorkspaceState,
  ): Promise<(WrittenKind & { readonly version: number }) | null>
  /** Why it cannot be written any more; null: it can. */
  hindranceOf(kind: KindToWrite, workspace: WorkspaceState): Promise<OvertakenBy | null>
  /** Writes it once, unless another version of it came first. */
  writeApproved(
    kind: KindToWrite,
    context: CommandContext,
  ): Promise<{ readonly isWritten: boolean; readonly position: Position | null }>
}

/** The kind that a change writes; undefined for another change. */
export const kindToWrite = (
  workspaceId: string,
  { changeId, act }: PendingChange,
  { requestKind }: ChangeSecret,
): KindToWrite | undefined => {
  if (act.kind !== 'kind' || requestKind === null) return undefined
  const { kindId, version } = act
  return { workspaceId, changeId, kindId, version, definition: requestKind.after }
}

type By = { readonly actor: Actor; readonly at: Date; readonly requestId: string | null }

/** The same command whichever process carries it out, and however often. */
const contextOf = (
  name: string,
  { changeId }: KindToWrite,
  { actor, at, requestId }: By,
): CommandContext => ({
  ...bySystem(derivedId(name, changeId), at),
  actor,
  requestId,
})

export const createKindChanges = (
  { commands }: Pick<Platform, 'commands'>,
  kinds: Pick<KindWriter, 'writeApproved'>,
) => {
  const overtake = async (kind: KindToWrite, by: By): Promise<Position | null> => {
    const { workspaceId, changeId } = kind
    try {
      const { position } = await commands.execute({
        decider: workspaceDecider,
        stream: workspaceStream(workspaceId),
        workspaceId,
        context: contextOf('kind-overtaken', kind, by),
        command: { type: 'OvertakeKind', changeId },
      })
      return position
    } catch (error) {
      // It may have been closed meanwhile.
      if (!(error instanceof Rejected) || error.code !== 'workspace.not-found') throw error
      return null
    }
  }
  return {
    /** Writes an approved kind once, or records that another version came first. */
    async carryOut(kind: KindToWrite, by: By): Promise<Position | null> {
      const { isWritten, position } = await kinds.writeApproved(kind, contextOf('kind-change', kind, by))
      return isWritten ? position : overtake(kind, by)
    },
  }
}

type Approved = Fact<KindChangeEvent>

/** Writes the kinds that are approved also where the process that approved them has crashed since. */
export const kindReactor = (
  platform: Pick<Platform, 'clock' | 'codec' | 'commands' | 'eventStore'>,
  kinds: Pick<KindWriter, 'writeApproved'>,
): CommandReactor => {
  const { clock, codec, eventStore } = platform
  const { carryOut } = createKindChanges(platform, kinds)
  return commandReactor(allEvents, 'kinds', {
    async KindApproved({ revision, metadata, data }) {
      const events = await eventStore.readStream(workspaceStream(data.workspaceId), {
        from: revision,
        max: 1,
      })
      const [fact] = (await codec.decode(events)) as readonly unknown[] as readonly Approved[]
      const { definition, ...ids } = fact!.data
      // Erased with the workspace.
      if (definition === null) return
      const { actor, requestId } = metadata
      await carryOut({ ...ids, definition }, { actor, at: clock.now(), requestId })
    },
  })
}
