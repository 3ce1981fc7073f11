import cookie from '@fastify/cookie'
import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PRODUCT } from '#contract/common.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { SessionKind } from '#contract/accounts/sessions.ts'
import type { User, UserRole } from '#contract/accounts/users.ts'
import { rejectIfReadModelBehind } from '#modules/accounts/sessions/read-model-behind.ts'
import { requireFreshLogin } from '#modules/accounts/sessions/fresh-login.ts'
import { createCallers } from '#modules/accounts/sessions/active-session.store.ts'
import type { Caller } from '#platform/http/http.ts'
import { boundColumn, type Bound } from '#platform/commands/idempotency-keys.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { membershipColumn } from '#projections/workspaces/member-queries.ts'
import { userBeside, userById, userColumns } from '#projections/users/queries.ts'
import { commandIdOf } from './command-ids.ts'
import { readAheadFor, type Ahead } from './reading-ahead.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** The command to which its Idempotency-Key is bound; read together with the session. */
    bound: (Bound & { readonly commandId: string }) | null
    /** For a read in an open workspace: the session with `membershipColumn`, and where the read model was before. */
    seen: { readonly row: object; readonly at: Position | null } | null
    ahead: Ahead | null
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: { sub: string; sid: string; jti: string; role: UserRole; kind?: SessionKind }
    user: { sub: string; sid: string; jti: string; role: UserRole; iat: number; exp: number }
  }
}

const ISSUER = PRODUCT.toLowerCase()
const BEARER = /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/

/** Adds JWT signing and verification. The rate limit needs it before sessions are read. */
export const addTokens = async (app: FastifyInstance, { JWT_SECRET }: Platform['config']): Promise<void> => {
  await app.register(jwt, {
    secret: JWT_SECRET,
    sign: { algorithm: 'HS256', iss: ISSUER, aud: ISSUER },
    verify: { algorithms: ['HS256'], allowedIss: ISSUER, allowedAud: ISSUER },
  })
}

const tokenIn = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1]

type Claims = FastifyRequest['user']
/** Verified claims by request, for the rate limit and the session check. */
const verified = new WeakMap<FastifyRequest, Claims>()

/** Returns the user id of a valid token; its session may have ended. */
export const userOf = (app: FastifyInstance, request: FastifyRequest): string | undefined => {
  // The limit asks twice.
  const known = verified.get(request)
  if (known) return known.sub
  const token = tokenIn(request)
  if (!token) return undefined
  try {
    const claims = app.jwt.verify<Claims>(token)
    verified.set(request, claims)
    return claims.sub
  } catch {
    return undefined
  }
}

/**
 * Sets `request.caller`. The header is the only credential. The JWT proves signature, issuer and audience; one
 * statement over primary keys checks the session and the role.
 */
export const addSessions = async (app: FastifyInstance, platform: Platform): Promise<void> => {
  const { db, clock, commands, positions } = platform
  await app.register(cookie)
  app.decorateRequest('caller', null)
  app.decorateRequest('bound', null)
  app.decorateRequest('seen', null)
  app.decorateRequest('ahead', null)

  const beside = [...userColumns('asked.user_id'), boundColumn('asked.command_id')]
  const rowOf = createCallers(platform, beside)
  // On its own, because the read model of workspaces may be away.
  const membership = membershipColumn('asked.workspace_id', 'asked.user_id')
  const rowInWorkspace = createCallers(platform, [...beside, membership])

  const callerOf = (request: FastifyRequest, ignoreExpiration: boolean): Caller => {
    const token = tokenIn(request)
    if (!token) throw new Rejected('session.missing')
    try {
      const claims = verified.get(request) ?? app.jwt.verify<Claims>(token, { ignoreExpiration })
      const { sub, sid, role, jti, exp } = claims
      // The library accepts a token without `exp` as endless.
      if (typeof exp !== 'number') throw new Rejected('session.ended')
      return {
        userId: sub,
        sessionId: sid,
        role,
        tokenId: jti,
        tokenEndsAt: new Date(exp * 1_000),
        login: null,
        account: null,
      }
    } catch {
      throw new Rejected('session.ended')
    }
  }

  const read = async (
    { sessionId, userId }: Caller,
    { commandId, workspaceId }: { readonly commandId: string | null; readonly workspaceId: string | null },
  ) => {
    const row = await (workspaceId === null ? rowOf : rowInWorkspace)({
      session_id: sessionId,
      user_id: userId,
      command_id: commandId,
      workspace_id: workspaceId,
      now: clock.now(),
    })
    // The account may be among the blocked facts.
    const user = row && (userBeside(row) ?? (await userById(db, userId)))
    return { row, user }
  }

  /** Rejects a token whose account has changed, unless the read model is behind. */
  const refuseChangedAccount = async ({ userId, role }: Caller, user: User | undefined): Promise<void> => {
    if (user?.role === role && user.verified) return
    await rejectIfReadModelBehind(
      platform,
      userId,
      (state) => state.kind === 'verified' && state.role === role,
    )
    if (user?.role !== role) throw new Rejected('session.ended')
  }

  app.addHook('onRequest', async (request) => {
    const endpoint = request.routeOptions.config.endpoint
    if (!endpoint || endpoint.access === 'public') return
    const expiredToo = endpoint.access === 'any token'
    const caller = callerOf(request, expiredToo)
    request.caller = caller
    if (expiredToo) return
    const commandId = endpoint.command ? commandIdOf(endpoint, request) : undefined
    const workspaceId = readWorkspaceOf(endpoint, request)
    const at = positions.at('workspaces')
    request.ahead = aheadOf(commands, request, { userId: caller.userId, commandId })
    const { row, user } = await read(caller, { commandId: commandId ?? null, workspaceId })
    if (row?.session_user_id !== caller.userId) throw new Rejected('session.ended')
    const login = { at: row.session_login_at, pairedBy: row.session_paired_by }
    request.caller = { ...caller, login, account: user ?? null }
    if (workspaceId !== null) request.seen = { row, at }
    if (commandId !== undefined) request.bound = { ...(row as unknown as Bound), commandId }
    await refuseChangedAccount(caller, user)
  })

  app.addHook('preHandler', async (request) => {
    const endpoint = request.routeOptions.config.endpoint
    const { caller, params, body } = request
    if (!endpoint || !caller) return
    refuseRole(endpoint, caller.role)
    // With a scope, `guard` checks it after the access to the workspace.
    if (!endpoint.scope) requireFreshLogin(endpoint, { caller, params, body, now: clock.now() })
  })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Null if nothing is read ahead, or if the path is none of ours: ids name streams. */
const aheadOf = (
  commands: Platform['commands'],
  { routeOptions, params }: FastifyRequest,
  { userId, commandId }: { readonly userId: string; readonly commandId: string | undefined },
): Ahead | null => {
  const { readAhead } = routeOptions.config
  const ids = params as Record<string, string>
  if (!readAhead || commandId === undefined || !Object.values(ids).every((id) => UUID.test(id))) return null
  return readAheadFor(commands, readAhead, { params: ids, userId, commandId })
}

/** The open workspace in which an operation reads; null for others. Parameters are not validated yet. */
const readWorkspaceOf = (
  { command, scope, whileKept }: Endpoint,
  { params }: FastifyRequest,
): string | null => {
  if (command || whileKept || !scope || !('workspace' in scope)) return null
  const id = (params as Record<string, string>)[scope.workspace] ?? ''
  return UUID.test(id) ? id : null
}

const refuseRole = ({ access, scope }: Endpoint, role: UserRole): void => {
  const refused =
    access === 'super admin'
      ? role !== 'super admin'
      : access === 'admin user'
        ? role !== 'admin'
        : (access === 'user' || (scope && access !== 'workspace admin or super admin')) &&
          role === 'super admin'
  if (refused) throw new Rejected('access.denied')
}
