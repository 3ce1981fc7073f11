import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import { derivedId } from '#platform/primitives/ids.ts'

const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
/**
 * Derives the command id from caller, operation and Idempotency-Key; undefined when the key is missing or not a
 * UUID.
 */
export const commandIdOf = ({ operation }: Endpoint, request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !KEY.test(key)) return undefined
  return derivedId(
    'command',
    request.caller?.userId ?? '',
    operationKey(operation, request),
    key.toLowerCase(),
  )
}

/** The operation with its parsed parameters, as one path has many spellings. */
export const operationKey = (operation: string, { params }: FastifyRequest): string =>
  `${operation} ${canonicalText(params ?? {})}`
