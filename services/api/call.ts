import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { refusal } from '#contract/access.ts'
import type { Body, Endpoint, Params, Query, Scope } from '#contract/endpoint.ts'
import { Rejected, type ErrorCode } from '#contract/errors.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import type { Call } from '#platform/http/http.ts'
import type { Use } from '#platform/commands/idempotency-keys.ts'
import type { Platform } from '#platform/platform.ts'
import { commandIdOf, named } from './plugins/command-ids.ts'

/** `number`: there are so few that any trace of one tells it. */
const SECRETS = new Set(['password', 'confirm', 'pin', 'number'])

const withoutSecrets = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (key, part: unknown) => (SECRETS.has(key) ? undefined : part)))

type Made<E extends Endpoint> = {
  readonly call: Call<E>
  /** Whether access was asked. */
  readonly guarded: () => boolean
  /** What the Idempotency-Key of a caller is used for. */
  readonly use: Use | null
  readonly hadEffect: () => boolean
}

export const createCall = <E extends Endpoint>(
  { clock }: Platform,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): Made<E> => {
  let asked = false
  let effect = false
  const now = clock.now()
  const caller = request.caller
  const operation = named(endpoint.operation, request)
  const keyed = request.bound?.commandId ?? commandIdOf(endpoint, request)
  if (keyed === undefined && request.headers['idempotency-key'] !== undefined)
    throw new Rejected('input.invalid', [{ field: 'Idempotency-Key', problem: 'must be a UUID' }])
  const commandId = keyed ?? randomUUID()
  // What an operation does not ask for has been through no validation, and changes nothing that it does.
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
      ...(endpoint.scope && { isGuarded: () => asked }),
      tookEffect: () => void (effect = true),
    }),
    guard(membership, workspaceIsActive) {
      asked = true
      const code = refusal(endpoint.access, membership)
      if (code === 'workspace.not-found') throw new Rejected(missing(endpoint.scope))
      if (code) throw new Rejected(code)
      if (endpoint.paid && !workspaceIsActive) throw new Rejected('workspace.inactive')
    },
    raw: { request, reply },
  }
  // Without a caller a key is nobody's, and a refusal would tell what it had led to.
  const use = keyed === undefined || caller === null ? null : { commandId, content }
  return { call, guarded: () => asked, use, hadEffect: () => effect }
}

/** What is not there for whoever is not in its workspace. */
const missing = (scope: Scope | undefined): ErrorCode => {
  if (scope && 'request' in scope) return 'request.not-found'
  return scope && 'participant' in scope ? 'participant.not-found' : 'workspace.not-found'
}

/** The reader's first choice of German and English; English for readers of neither. */
export const languageOf = (headers: IncomingHttpHeaders): 'de' | 'en' => {
  const languages = new Negotiator({ headers }).languages().map((tag) => tag.slice(0, 2).toLowerCase())
  return languages.find((language) => language === 'de' || language === 'en') ?? 'en'
}
