import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Access } from '#contract/access.ts'

/** Asked of the caller's participant record, so it must be said whose workspace. */
const OF_PARTICIPANTS: readonly Access[] = [
  'participant',
  'active participant',
  'workspace admin',
  'requester',
  'approver',
]

const faultOf = ({ method, config, schema }: RouteOptions): string | null => {
  const endpoint = config?.endpoint
  if (!endpoint) {
    const isPage = schema?.hide === true && [method].flat().every((one) => one === 'GET' || one === 'HEAD')
    return isPage ? null : 'declares nobody who may call it'
  }
  const { access, scope, params } = endpoint
  if (OF_PARTICIPANTS.includes(access) !== (scope !== undefined))
    return `declares access "${access}" ${scope ? 'and' : 'without'} a scope`
  const id = scope && Object.values(scope)[0]
  const known = (params as { properties?: object } | undefined)?.properties ?? {}
  return id !== undefined && !(id in known) ? `has no parameter ${id} to find its workspace by` : null
}

/**
 * Every route says who may call it, or the process does not start. Pages and files are for everybody: they are
 * read-only and hidden from the documentation.
 */
export const requireAccess = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const fault = faultOf(route)
    if (fault) throw new Error(`${String(route.method)} ${route.url} ${fault}`)
  })
}
