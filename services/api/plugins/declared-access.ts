import type { FastifyInstance, RouteOptions } from 'fastify'
import type { TObject } from 'typebox'
import type { Access } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** Depends on the caller's participant record, so the endpoint must name the workspace. */
const OF_PARTICIPANTS: readonly Access[] = [
  'participant',
  'active participant',
  'workspace admin',
  'workspace admin or super admin',
  'requester',
  'approver',
]

const isPage = ({ method, schema }: RouteOptions): boolean =>
  schema?.hide === true && [method].flat().every((one) => one === 'GET' || one === 'HEAD')

const faultOf = ({ access, scope, params, body }: Endpoint): string | null => {
  if (OF_PARTICIPANTS.includes(access) !== (scope !== undefined))
    return `declares access "${access}" ${scope ? 'and' : 'without'} a scope`
  const id = scope && Object.values(scope)[0]
  const where = scope && ('participant' in scope || 'requests' in scope) ? body : params
  const known = Object.keys((where as TObject | undefined)?.properties ?? {})
  return id !== undefined && !known.includes(id) ? `has no parameter ${id} to find its workspace by` : null
}

/**
 * Makes the start fail when a route does not declare who may call it. Pages and files are public: they are
 * read-only and hidden from the documentation.
 */
export const requireAccess = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const endpoint = route.config?.endpoint
    if (!endpoint && isPage(route)) return
    const fault = endpoint ? faultOf(endpoint) : 'does not declare who may call it'
    if (fault) throw new Error(`${[route.method].flat().join(', ')} ${route.url} ${fault}`)
  })
}
