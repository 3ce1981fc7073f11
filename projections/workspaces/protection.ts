import { allEvents } from '#modules/all.events.ts'
import { handlers } from '../engine/definition/projection.ts'
import { workspacesTables } from './tables.ts'

/** The columns of a workspace without a lifting of the protection that waits. */
export const NO_LIFT = { lift_id: null, lift_started_by: null, lift_reason: null, lift_ends_at: null }

/** The handlers of whether a workspace protects its people. Part of `projection.ts`. */
export const protectionHandlers = handlers(allEvents, workspacesTables, {
  PeopleProtectionChanged({ data }, changes) {
    changes.patch('workspaces', { id: data.workspaceId, people_protected: data.protected, ...NO_LIFT })
  },
  BreakGlassAllowed({ data }, changes) {
    changes.patch('workspaces', { id: data.workspaceId, break_glass: data.allowed })
  },
  ProtectionLiftStarted({ data }, changes) {
    changes.patch('workspaces', {
      id: data.workspaceId,
      lift_id: data.liftId,
      lift_started_by: data.startedBy,
      lift_reason: data.reason,
      lift_ends_at: data.endsAt,
    })
  },
  ProtectionLiftStopped({ data }, changes) {
    changes.patch('workspaces', { id: data.workspaceId, ...NO_LIFT })
  },
  ProtectionLiftWithdrawn({ data }, changes) {
    changes.patch('workspaces', { id: data.workspaceId, ...NO_LIFT })
  },
  ProtectionLifted({ data }, changes) {
    changes.patch('workspaces', { id: data.workspaceId, people_protected: false, ...NO_LIFT })
  },
})
