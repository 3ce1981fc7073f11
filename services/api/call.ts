import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { refusal, type Membership } from '#contract/access.ts'
import type { Body, Endpoint, Params, Query, Scope } from '#contract/endpoint.ts'
import { Rejected, type ErrorCode } from '#contract/errors.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import { requireFreshLogin } from '#modules/accounts/sessions/fresh-login.ts'
import type { Call } from '#platform/http/http.ts'
import type { Use } from '#platform/commands/idempotency-keys.ts'
import type { Platform } from '#platform/platform.ts'
import { commandIdOf, operationKey } from './plugins/command-ids.ts'

/** There are so few numbers that a fingerprint of one reveals it. */
const SECRETS = new Set(['password', 'confirm', 'pin', 'number'])

/** Throws `input.invalid` for half of a character, of which nobody can say what it is. */
const withoutSecrets = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, part: unknown) => {
      if (SECRETS.has(key)) return undefined
      if (typeof part === 'string' && !part.isWellFormed())
        throw new Rejected('input.invalid', [{ field: key, problem: 'holds half of a character' }])
      return part
    }),
  )

type CreatedCall<E extends Endpoint> = {
  readonly call: Call<E>
  /** Whether the handler called `guard`. */
  readonly guarded: () => boolean
  /** The use of the caller's Idempotency-Key; null without a key or a caller. */
  readonly use: Use | null
  readonly hadEffect: () => boolean
}

export const createCall = <E extends Endpoint>(
  { clock, commands }: Platform,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): CreatedCall<E> => {
  let isGuarded = false
  let member: Membership | undefined
  let effect = false
  const now = clock.now()
  const caller = request.caller
  const operation = operationKey(endpoint.operation, request)
  const keyedId = request.bound?.commandId ?? commandIdOf(endpoint, request)
  if (keyedId === undefined && request.headers['idempotency-key'] !== undefined)
    throw new Rejected('input.invalid', [{ field: 'Idempotency-Key', problem: 'must be a UUID' }])
  const commandId = keyedId ?? randomUUID()
  // An undeclared body is not validated and has no effect.
  const content = `${operation}\n${canonicalText(endpoint.body ? withoutSecrets(request.body) : null)}`
  const call: Call<E> = {
    params: request.params as Params<E>,
    query: request.query as Query<E>,
    body: request.body as Body<E>,
    get caller() {
      if (!caller) throw new Rejected('session.missing')
      return caller
    },
    now,
    requestId: request.id,
    language: languageOf(request.headers),
    commandId,
    contextOf: (actor) => ({
      commandId,
      content,
      actor,
      at: now,
      requestId: request.id,
      client: { ip: request.ip, device: request.headers['user-agent']?.slice(0, 300) ?? null },
      ...(endpoint.scope && { isGuarded: () => isGuarded }),
      tookEffect: () => void (effect = true),
    }),
    guard(membership, workspaceIsActive) {
      isGuarded = true
      const code = refusal(endpoint.access, membership)
      if (code === 'workspace.not-found') throw new Rejected(missing(endpoint.scope))
      if (code) throw new Rejected(code)
      requireFreshLogin(endpoint, call)
      if (endpoint.paid && !workspaceIsActive) throw new Rejected('workspace.inactive')
      member = membership
    },
    get membership() {
      return member
    },
    load: request.ahead?.load ?? commands.load,
    raw: { request, reply },
  }
  // A key without a caller has no owner: its refusal would reveal another caller's outcome.
  const use = keyedId === undefined || caller === null ? null : { commandId, content }
  return { call, guarded: () => isGuarded, use, hadEffect: () => effect }
}

/** The error for callers outside the workspace. */
const missing = (scope: Scope | undefined): ErrorCode => {
  if (scope && ('request' in scope || 'requests' in scope)) return 'request.not-found'
  if (scope && 'change' in scope) return 'change.not-found'
  return scope && 'participant' in scope ? 'participant.not-found' : 'workspace.not-found'
}

/** The reader's first choice of German and English; English for readers of neither. */
export const languageOf = (headers: IncomingHttpHeaders): 'de' | 'en' => {
  const languages = new Negotiator({ headers }).languages().map((tag) => tag.slice(0, 2).toLowerCase())
  return languages.find((language) => language === 'de' || language === 'en') ?? 'en'
}
