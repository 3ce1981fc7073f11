import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import { derivedId } from '#platform/primitives/ids.ts'

const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
/** Named by caller, operation and Idempotency-Key; undefined without one that is a UUID. */
export const commandIdOf = ({ operation }: Endpoint, request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !KEY.test(key)) return undefined
  return derivedId('command', request.caller?.userId ?? '', named(operation, request), key.toLowerCase())
}

/** An operation on what it names, with the parameters as they were read: a path has many spellings. */
export const named = (operation: string, { params }: FastifyRequest): string =>
  `${operation} ${canonicalText(params ?? {})}`
