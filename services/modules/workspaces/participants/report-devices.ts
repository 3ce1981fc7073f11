import { Rejected } from '#contract/errors.ts'
import type { CommandContext } from '#platform/commands/execute-command.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { workspacesJoinedBy } from '#projections/workspaces/queries.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { memberOfUser, workspaceFold, type Joined } from '#modules/workspaces/workspace.state.ts'
import { participantDeviceDecider } from './participant-device.decider.ts'
import { participantDeviceStream, type ParticipantDeviceEvent } from './participant-device.events.ts'

type Step = Omit<ParticipantDeviceEvent['data'], 'workspaceId' | 'participantId' | 'workspaceRevision'>

const READ_MODEL_MS = 10_000

/** Brings what happened to a device into each workspace in which its owner took part by then. */
export type ReportDevices = (
  step: Step,
  given: {
    /** The read model must have reached this position. */
    readonly after: Position
    readonly at: Date
    /** Who did it; null: the product itself. */
    readonly actorId: string | null
    /** `role`: of the actor in that workspace. */
    readonly contextOf: (role: Joined['role'] | null) => CommandContext
  },
) => Promise<void>

/** Idempotent for each command id. Throws `read-model.behind` if the read model does not get there in time. */
export const createReportDevices =
  ({ commands, db, positions }: Pick<Platform, 'commands' | 'db' | 'positions'>): ReportDevices =>
  async (step, { after, at, actorId, contextOf }) => {
    if (!(await positions.reached(after, ['workspaces'], READ_MODEL_MS)))
      throw new Rejected('read-model.behind')
    const { userId } = step
    for (const workspaceId of await workspacesJoinedBy(db, userId, at)) {
      const { state, revision } = await commands.load(workspaceFold, workspaceStream(workspaceId))
      const member = memberOfUser(state, userId)
      if (!member) continue
      const { participantId } = member
      const role = actorId === null ? null : (memberOfUser(state, actorId)?.role ?? null)
      await commands.execute({
        decider: participantDeviceDecider,
        stream: participantDeviceStream(participantId),
        workspaceId,
        context: contextOf(role),
        command: { type: 'ReportDevice', ...step, workspaceId, participantId, workspaceRevision: revision },
      })
    }
  }
