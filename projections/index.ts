import type { ReadModel } from '#contract/endpoint.ts'
import { auditProjection } from './audit/projection.ts'
import type { Projection } from './engine/definition/projection.ts'
import { requestsProjection } from './requests/projection.ts'
import { usersProjection } from './users/projection.ts'
import { workspacesProjection } from './workspaces/projection.ts'

const all: { readonly [model in ReadModel]: Projection } = {
  users: usersProjection,
  workspaces: workspacesProjection,
  requests: requestsProjection,
  audit: auditProjection as Projection,
}

/** Every read model of the product. */
export const projections: readonly Projection[] = Object.values(all)
