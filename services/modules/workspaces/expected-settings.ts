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

const FIELDS = ['name', 'description', 'billingUser', 'timezone'] as const
type Settings = { readonly [field in (typeof FIELDS)[number]]?: string | null | undefined }

/**
 * Returns the settings. They are personal texts, which the state does not hold, so they are read from the events up to the loaded
 * position. A later event makes the append conflict, and the command is built again.
 */
export const settingsNow = async (platform: Platform, workspaceId: string) => {
  const stream = workspaceStream(workspaceId)
  const { position } = await platform.commands.load(workspaceFold, stream)
  const types = ['WorkspaceCreated', 'WorkspaceSettingsChanged']
  const facts = position === null ? [] : await factsUntil(platform, stream, position, types)
  const [row] = previewRows(workspacesProjection, facts, 'workspaces') as readonly WorkspaceRow[]
  return row && { ...row, billingUser: row.billing_user, isBillingConfirmed: row.billing_confirmed }
}

/** Whether a field stands so already, if it is given. An empty description equals none. */
const differs = (given: Settings, current: Settings | undefined, field: keyof Settings): boolean =>
  given[field] !== undefined && (given[field] || null) !== (current?.[field] || null)

/** Throws `command.conflict` if the settings are not those that the caller expects. */
export const requireExpected = (
  expected: NonNullable<Body<typeof updateSettings>['expected']>,
  current: Settings | undefined,
): void => {
  if (FIELDS.some((field) => differs(expected, current, field))) throw new Rejected('command.conflict')
}

/** The fields that stand so already: an entry about them would say nothing. */
export const unchangedIn = (given: Settings, current: Settings | undefined): readonly (keyof Settings)[] =>
  FIELDS.filter((field) => given[field] !== undefined && !differs(given, current, field))
