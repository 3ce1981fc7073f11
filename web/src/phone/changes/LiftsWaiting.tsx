import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { LiftNotices } from '#shared/changes/LiftNotices.tsx'

type Props = { readonly workspaces: readonly WorkspaceMembership[] }

/** The liftings of a protection that the user may stop, as an admin or approver. */
export const LiftsWaiting = ({ workspaces }: Props) => (
  <LiftNotices
    workspaces={workspaces.filter(({ active, role, approver }) => active && (role === 'admin' || approver))}
  />
)
