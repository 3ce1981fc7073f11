import type { Static, TSchema } from 'typebox'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'

/** The names in `projections/index.ts`. */
export const READ_MODELS = ['users', 'workspaces', 'requests', 'audit'] as const
export type ReadModel = (typeof READ_MODELS)[number]

export type Scope =
  | { readonly workspace: string }
  | { readonly request: string }
  /** Several; a proof names those that its challenge was issued for. */
  | { readonly requests: 'requestIds' | 'proof' }
  | { readonly participant: string }
  | { readonly change: string }

/** A call as far as it decides whether it needs a fresh login. Parameters and body are validated. */
export type AskedFor = {
  readonly params: unknown
  readonly body: unknown
  /** The session that calls. */
  readonly sessionId: string
}

/** One HTTP operation. The server registers it, the web calls it, the tests iterate over all of them. */
export type Endpoint = {
  /** `noun.verb`, the unique OpenAPI operation id. */
  readonly operation: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Contains `{name}` for each key of `params`. */
  readonly path: string
  readonly access: Access
  /** The parameter or body field that identifies the workspace which `access` checks. */
  readonly scope?: Scope
  /** Answers 402 while the workspace's subscription is inactive. */
  readonly paid?: true
  /**
   * Cannot be undone or opens a door: answers 403 `login.too-old` unless the caller has proved within the last five minutes who they
   * are, by a login or by `auth.step-up`. A function says for which calls.
   */
  readonly needsFreshLogin?: true | ((asked: AskedFor) => boolean)
  /**
   * May answer 202 `{change}` instead of its own answer, or beside it: while the workspace protects its people, a second admin decides
   * what opens a door (`workspaces/changes.ts`).
   */
  readonly asksSecondAdmin?: 'instead' | 'beside'
  /** Answers 403 `session.paired` to a session that another one has paired. */
  readonly refusesPaired?: true
  /** Writes events or rows: accepts `Idempotency-Key`, and returns `X-Event-Position` unless it is public. */
  readonly command?: true
  /** Streams server-sent events, each with a `reply`. */
  readonly live?: true
  /** Streams a file with one of these content types. `reply` describes its content. */
  readonly file?: readonly string[]
  /** Stays available to the admins of a deleted workspace until its keys are destroyed. */
  readonly whileKept?: true
  /**
   * For a query, the read models that it reads. A command waits until these have caught up with its events: all that handle
   * them, but never the audit log.
   */
  readonly readModels: readonly ReadModel[]
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** The body is a file, or a form with one. It arrives as a stream and may take minutes. */
  readonly takesFile?: true
  /** The maximum body size. Default: 64 KiB. */
  readonly bodyBytes?: number
  readonly status: 200 | 201
  readonly reply: TSchema
  /** Only its own errors. `errorsOf` adds those that follow from its other fields. */
  readonly errors: readonly ErrorCode[]
}

const hasCaller = ({ access }: Endpoint): boolean => access !== 'public' && access !== 'any token'

/** The read models that an operation reads itself, and those that its access check reads. */
export const readModelsOf = (endpoint: Endpoint): readonly ReadModel[] => {
  const all = new Set(endpoint.readModels)
  if (hasCaller(endpoint)) all.add('users')
  // The access check of a command loads the workspace's stream instead.
  if (endpoint.scope && !endpoint.command) all.add('workspaces')
  return [...all]
}

const COMMON_ERRORS: readonly ErrorCode[] = [
  'input.malformed',
  'rate.exceeded',
  'fact.altered',
  'fact.unreadable',
  'store.unavailable',
  'server.unexpected',
]

const OPEN_TO_ALL_ROLES: readonly Access[] = ['public', 'any token', 'session']
const when = (condition: unknown, ...codes: readonly ErrorCode[]) => (condition ? codes : [])

/** All errors that an operation may return. */
export const errorsOf = (endpoint: Endpoint): ReadonlySet<ErrorCode> =>
  new Set<ErrorCode>([
    ...endpoint.errors,
    ...COMMON_ERRORS,
    ...when(endpoint.params || endpoint.query || endpoint.body || endpoint.command, 'input.invalid'),
    // For `X-Min-Position`.
    ...when(hasCaller(endpoint), 'input.invalid'),
    ...when(endpoint.method !== 'GET', 'input.too-large', 'input.not-json'),
    ...when(endpoint.access !== 'public', 'session.missing', 'session.ended'),
    ...when(!OPEN_TO_ALL_ROLES.includes(endpoint.access), 'access.denied'),
    ...when(endpoint.scope, 'workspace.not-found'),
    ...when(endpoint.needsFreshLogin, 'login.too-old'),
    ...when(endpoint.refusesPaired, 'session.paired'),
    ...when(endpoint.asksSecondAdmin, 'change.exists', 'change.limit', 'rate.exceeded'),
    ...when(endpoint.paid, 'workspace.inactive'),
    ...when(endpoint.command, 'idempotency.other-body', 'command.conflict', 'program.upgrading'),
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
