import type { Workspace } from '#contract/workspaces.ts'

/** What every tab of a workspace gets. */
export type TabProps = { readonly workspace: Workspace }
