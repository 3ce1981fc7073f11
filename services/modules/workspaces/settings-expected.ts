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
 * Throws `command.conflict` where the settings are not those that the caller saw. They are texts, which no decider knows; so
 * they are taken from the facts, as far as they go when the command is made: what comes behind makes it anew.
 */
export const requireSettings = async (
  platform: Platform,
  workspaceId: string,
  expected: NonNullable<Body<typeof updateSettings>['expected']>,
): Promise<void> => {
  const stream = workspaceStream(workspaceId)
  const { position } = await platform.commands.load(workspaceFold, stream)
  const types = ['WorkspaceCreated', 'WorkspaceSettingsChanged']
  const facts = position === null ? [] : await factsUntil(platform, stream, position, types)
  const [row] = previewRows(workspacesProjection, facts, 'workspaces') as readonly WorkspaceRow[]
  const now = row && { ...row, billingUser: row.billing_user }
  for (const field of ['name', 'description', 'billingUser', 'timezone'] as const)
    // An empty description is none.
    if (expected[field] !== undefined && (expected[field] || null) !== (now?.[field] || null))
      throw new Rejected('command.conflict')
}
