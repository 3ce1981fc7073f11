import type { Body } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { updateSettings, Workspace } from '#contract/workspaces/workspaces.ts'
import type { Aggregate } from '#platform/commands/aggregates.ts'
import type { CallOn } from '#platform/http/http.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import { workspaceReply } from './workspace-reply.ts'
import type { WorkspaceState } from './workspace.state.ts'

/** The settings as the read model had them when it was at least `at` this position. */
type SettingsAhead = { readonly at: Position | null; readonly row: Promise<Workspace | undefined> }

/** Begins to read the settings while the stream is read. */
export const settingsAhead = ({ db, positions }: Platform, { params, now }: CallOn): SettingsAhead => {
  const at = positions.at('workspaces')
  // An error of the read model is that of the next read too, unless it has passed.
  return { at, row: workspaceById(db, params.id, now).catch(() => undefined) }
}

/**
 * Returns the settings as of `read`, or later ones. They are personal texts, which the state does not hold. A later event makes the
 * append conflict, and the command is built again.
 */
export const settingsNow = async (
  platform: Platform,
  { params, now }: CallOn,
  { position, revision }: Aggregate<WorkspaceState>,
  ahead?: SettingsAhead,
): Promise<Workspace> => {
  const isLater = ahead && position !== null && ahead.at !== null && ahead.at >= position
  const known = isLater ? await ahead.row : undefined
  if (known) return known
  const done = { workspaceId: params.id, position, revision, repeated: false, now }
  const isBehind = position === null || !(await platform.positions.reached(position, ['workspaces'], 0))
  return workspaceReply(platform, done)(isBehind)
}

/** Throws `command.conflict` if the settings are not those that the caller expects. */
export const requireExpected = (
  expected: NonNullable<Body<typeof updateSettings>['expected']>,
  current: Workspace,
): void => {
  for (const field of ['name', 'description', 'billingUser', 'timezone'] as const)
    // An empty description equals none.
    if (expected[field] !== undefined && (expected[field] || null) !== (current[field] || null))
      throw new Rejected('command.conflict')
}
