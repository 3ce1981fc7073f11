import { Rejected } from '#contract/errors.ts'
import { USUAL_HOURS, type WorkingHours } from '#contract/workspaces/approving/working-hours.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'

const inOrder = ({ days, from, until, holidays }: WorkingHours): WorkingHours => ({
  days: days.toSorted((a, b) => a - b),
  from,
  until,
  holidays,
})

/** The working hours as a command sets them; part of `workspace.decider.ts`. */
export const hoursChanged = (
  hours: WorkingHours | undefined,
  { id: workspaceId, workingHours }: KnownWorkspace,
): WorkspaceEvent[] => {
  if (hours === undefined) return []
  if (hours.until <= hours.from)
    throw new Rejected('input.invalid', [{ field: 'workingHours.until', problem: 'must be after from' }])
  const changed = inOrder(hours)
  if (JSON.stringify(changed) === JSON.stringify(workingHours ?? USUAL_HOURS)) return []
  return [{ type: 'WorkingHoursChanged', data: { workspaceId, ...changed } }]
}
