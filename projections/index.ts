import { auditProjection } from './audit/projection.ts'
import type { Projection } from './engine/definition/projection.ts'
import { requestsProjection } from './requests/projection.ts'
import { usersProjection } from './users/projection.ts'
import { workspacesProjection } from './workspaces/projection.ts'

/** Every read model of the product. */
export const projections: readonly Projection[] = [
  usersProjection,
  workspacesProjection,
  requestsProjection,
  auditProjection as Projection,
]
