import { Rejected } from '#contract/errors.ts'
import type { Kind } from '#contract/requests/kinds.ts'
import type { writeKind } from '#contract/requests/writing-kinds.ts'
import type { OvertakenBy } from '#contract/workspaces/change.ts'
import type { CommandContext } from '#platform/commands/execute-command.ts'
import type { Answer, Call } from '#platform/http/http.ts'
import type { Rate } from '#platform/limits/throttle.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { runOnce } from '#platform/primitives/run-once.ts'
import { afterCommand } from '#projections/engine/queries/after-command.ts'
import { kindById, kindOf, type KindRow } from '#projections/requests/kind-queries.ts'
import { requestsProjection } from '#projections/requests/projection.ts'
import type { KindDefinition, WrittenKind } from '#contract/requests/fields/kind-definition.ts'
import type { WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import { companyOf } from '#modules/requests/rules/people.ts'
import { ruleProblems } from '#modules/requests/rules/valid-rules.ts'
import { workspaceAccess } from '#modules/requests/participants.ts'
import { kindDecider } from './kind.decider.ts'
import { kindsStream } from './kind.events.ts'
import { createKinds } from './kinds.ts'

/** Each write stays for ever. */
const WRITES_BY_WORKSPACE: Rate = { door: 'kinds', limit: 60, windowMs: 3_600_000 }

type Wanted = { readonly workspaceId: string; readonly kindId: string; readonly definition: KindDefinition }
type Approved = Wanted & {
  /** The one that it becomes. */
  readonly version: number
}

/** Why an approved kind cannot be written. */
const HINDRANCES: { readonly [code in Rejected['code']]?: OvertakenBy } = {
  'kind.not-found': 'target-gone',
  'kind.exists': 'outdated',
  'kind.limit': 'outdated',
  // Its rules name somebody or a group that is gone, or too few are left there.
  'input.invalid': 'target-gone',
}

const shapeOf = ({ name, fields, rules, reminders }: KindDefinition): KindDefinition => ({
  name,
  fields,
  rules,
  ...(reminders && { reminders }),
})

/** Writes kinds, at once or after a second admin has approved them. */
export const createKindWriter = (platform: Platform) => {
  const { commands, db, throttle } = platform
  const kinds = createKinds(platform)

  const read = async (workspaceId: string) => {
    const { state } = await commands.load(kindDecider, kindsStream(workspaceId))
    return { state, known: await kinds.all(workspaceId, state) }
  }

  const faultsIn = ({ rules, fields }: KindDefinition, workspace: WorkspaceState) =>
    ruleProblems(rules, fields, companyOf(workspace))

  /** What writing a kind would do; null: it is so already. Throws what refuses it. */
  const plan = async (
    { isNew, ...wanted }: Wanted & { readonly isNew: boolean },
    workspace: WorkspaceState,
  ): Promise<(WrittenKind & { readonly version: number }) | null> => {
    const { workspaceId, kindId, definition: written } = wanted
    const { state, known } = await read(workspaceId)
    const ruleFaults = faultsIn(written, workspace)
    const command = { type: 'WriteKind', workspaceId, kindId, isNew, written, known, ruleFaults } as const
    const [event] = kindDecider.decide(command, state)
    if (!event) return null
    const was = known.find(({ id }) => id === kindId)
    const { definition } = event.data
    return { before: was ? shapeOf(was) : null, after: shapeOf(definition!), version: event.data.version }
  }

  /** Why an approved kind cannot be written any more; null: it can. */
  const hindranceOf = async (kind: Approved, workspace: WorkspaceState): Promise<OvertakenBy | null> => {
    const isNew = kind.version === 1
    const { known } = await read(kind.workspaceId)
    const now = known.find(({ id }) => id === kind.kindId)?.version ?? 0
    if (now !== kind.version - 1) return 'outdated'
    try {
      return (await plan({ ...kind, isNew }, workspace)) ? null : 'already'
    } catch (error) {
      const hindrance = error instanceof Rejected ? HINDRANCES[error.code] : undefined
      if (!hindrance) throw error
      return hindrance
    }
  }

  /** Writes an approved kind once, unless another version of it, or another kind of its name, came first. */
  const writeApproved = async (kind: Approved, context: CommandContext) => {
    const { workspaceId, kindId, version, definition: written } = kind
    try {
      const { events, repeated, position } = await commands.execute({
        decider: kindDecider,
        stream: kindsStream(workspaceId),
        workspaceId,
        context,
        command: async (state) => ({
          type: 'WriteKind' as const,
          workspaceId,
          kindId,
          isNew: version === 1,
          written,
          known: await kinds.all(workspaceId, state),
          // They were looked at when it was approved. Whatever has changed since would change a written kind too.
          ruleFaults: [],
          becomes: version,
        }),
      })
      return { isWritten: repeated || events.length > 0, position }
    } catch (error) {
      if (!(error instanceof Rejected) || HINDRANCES[error.code] === undefined) throw error
      return { isWritten: false, position: null }
    }
  }

  const write = async (call: Call<typeof writeKind>): Promise<Answer<typeof writeKind>> => {
    const { body, commandId, now, params } = call
    const { workspaceId } = params
    const access = await workspaceAccess(platform, workspaceId, call)
    await access.admit({ again: true })
    const { id, ...written } = body
    const kindId = id ?? derivedId(commandId, 'kind')
    const stream = kindsStream(workspaceId)
    let current: Kind | undefined
    const { events, position, repeated } = await commands.execute({
      decider: kindDecider,
      stream,
      workspaceId,
      context: access.context,
      async command(state) {
        const { workspace } = await access.admit()
        const known = await kinds.all(workspaceId, state)
        current = known.find((kind) => kind.id === kindId)
        const isNew = id === undefined
        const ruleFaults = faultsIn(written, workspace)
        const isProtected = workspace.kind === 'open' && workspace.peopleProtected
        return {
          type: 'WriteKind' as const,
          workspaceId,
          kindId,
          isNew,
          written,
          known,
          ruleFaults,
          isProtected,
        }
      },
      beforeAppend: runOnce(() => throttle.require(WRITES_BY_WORKSPACE, workspaceId, now)),
    })
    // It is as it was, so there may be no row of it.
    if (current && events.length === 0 && !repeated) {
      const { retired: _, ...unchanged } = { retired: [], ...current }
      return { position, reply: () => unchanged }
    }
    return {
      position,
      reply: (behind) =>
        afterCommand(
          platform,
          { stream, position, repeated, now },
          {
            behind,
            read: () => kindById(db, kindId),
            projection: requestsProjection,
            table: 'request_kinds',
            isIt: (row: KindRow) => row.id === kindId,
            shape: (row) => kindOf(row)!,
          },
        ),
    }
  }

  return { write, plan, hindranceOf, writeApproved }
}
