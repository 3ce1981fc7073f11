import type { Static, TSchema } from 'typebox'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'

/** The names of `projections/index.ts`. */
export const READ_MODELS = ['users', 'workspaces', 'requests', 'audit'] as const
export type ReadModel = (typeof READ_MODELS)[number]

export type Scope =
  { readonly workspace: string } | { readonly request: string } | { readonly participant: string }

/** One HTTP operation. The server registers it, the web calls it, the tests walk it. */
export type Endpoint = {
  /** `noun.verb`, unique: the OpenAPI operation id. */
  readonly operation: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `{name}` for each key of `params`. */
  readonly path: string
  readonly access: Access
  /** Where the workspace comes from whose participants `access` speaks of: the id in this parameter, or part of the body. */
  readonly scope?: Scope
  /** Refused with 402 while the workspace's subscription is inactive. */
  readonly paid?: true
  /** Changes facts or rows: takes `Idempotency-Key`, answers `X-Event-Position` unless it is public. */
  readonly command?: true
  /** Its answer goes on: server-sent events, each with a `reply`. */
  readonly live?: true
  /** Its answer is a file that is streamed, of one of these content types; `reply` says what is in it. */
  readonly file?: readonly string[]
  /** Whom it concerns when the workspace is deleted may call it further on, until its keys are destroyed. */
  readonly whileKept?: true
  /**
   * Of a query: whose tables it reads itself. Of a command, which is answered when they have reached its facts: those
   * that its answer and the next reads of its noun rest on; never the audit log.
   */
  readonly readModels: readonly ReadModel[]
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** How large a body may be; 64 KiB unless told. */
  readonly bodyBytes?: number
  readonly status: 200 | 201
  readonly reply: TSchema
  /** What it may answer besides the errors that every operation of its access can give. */
  readonly errors: readonly ErrorCode[]
}

const knowsCaller = ({ access }: Endpoint): boolean => access !== 'public' && access !== 'any token'

/** Every read model that an operation reads: its own, and those that the check of its access asks. */
export const readModelsOf = (endpoint: Endpoint): readonly ReadModel[] => {
  const all = new Set(endpoint.readModels)
  if (knowsCaller(endpoint)) all.add('users')
  // A command asks the workspace's own facts.
  if (endpoint.scope && !endpoint.command) all.add('workspaces')
  return [...all]
}

const everywhere: readonly ErrorCode[] = [
  'input.malformed',
  'rate.exceeded',
  'fact.unreadable',
  'store.unavailable',
  'server.unexpected',
]

const OPEN_TO_ALL_ROLES: readonly Access[] = ['public', 'any token', 'session']
const when = (condition: unknown, ...codes: readonly ErrorCode[]) => (condition ? codes : [])

/** Every error that an operation may answer with: its own, and those of its kind. */
export const errorsOf = (endpoint: Endpoint): ReadonlySet<ErrorCode> =>
  new Set<ErrorCode>([
    ...endpoint.errors,
    ...everywhere,
    ...when(endpoint.params || endpoint.query || endpoint.body || endpoint.command, 'input.invalid'),
    // Of `X-Min-Position`.
    ...when(knowsCaller(endpoint), 'input.invalid'),
    ...when(endpoint.method !== 'GET', 'input.too-large', 'input.not-json'),
    ...when(endpoint.access !== 'public', 'session.missing', 'session.ended'),
    ...when(!OPEN_TO_ALL_ROLES.includes(endpoint.access), 'access.denied'),
    ...when(endpoint.scope, 'workspace.not-found'),
    ...when(endpoint.paid, 'workspace.inactive'),
    ...when(endpoint.command, 'idempotency.other-body', 'command.conflict'),
    ...when(
      readModelsOf(endpoint).length > 0,
      'read-model.behind',
      'read-model.building',
      'read-model.parked',
    ),
  ])

export const endpoint = <const E extends Endpoint>(declared: E): E => declared

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends TSchema
  ? Static<E[K]>
  : undefined
export type Params<E extends Endpoint> = Part<E, 'params'>
export type Query<E extends Endpoint> = Part<E, 'query'>
export type Body<E extends Endpoint> = Part<E, 'body'>
export type Reply<E extends Endpoint> = Static<E['reply']>
