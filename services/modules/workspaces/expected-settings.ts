import type { Body } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { updateSettings } from '#contract/workspaces/workspaces.ts'
import type { Platform } from '#platform/platform.ts'
import { factsUntil } from '#projections/engine/queries/after-command.ts'
import { previewRows } from '#projections/engine/queries/preview.ts'
import { workspacesProjection } from '#projections/workspaces/projection.ts'
import type { WorkspaceRow } from '#projections/workspaces/shapes.ts'
import { workspaceStream } from './workspace.events.ts'
import { workspaceFold } from './workspace.state.ts'

/**
 * Throws `command.conflict` if the settings are not those that the caller expects. Settings are personal texts, which the
 * state does not hold, so they are read from the events up to the loaded position. A later event makes the append conflict,
 * and the command is built again.
 */
export const requireExpectedSettings = async (
  platform: Platform,
  workspaceId: string,
  expected: NonNullable<Body<typeof updateSettings>['expected']>,
): Promise<void> => {
  const stream = workspaceStream(workspaceId)
  const { position } = await platform.commands.load(workspaceFold, stream)
  const types = ['WorkspaceCreated', 'WorkspaceSettingsChanged']
  const facts = position === null ? [] : await factsUntil(platform, stream, position, types)
  const [row] = previewRows(workspacesProjection, facts, 'workspaces') as readonly WorkspaceRow[]
  const current = row && { ...row, billingUser: row.billing_user }
  for (const field of ['name', 'description', 'billingUser', 'timezone'] as const)
    // An empty description equals none.
    if (expected[field] !== undefined && (expected[field] || null) !== (current?.[field] || null))
      throw new Rejected('command.conflict')
}
