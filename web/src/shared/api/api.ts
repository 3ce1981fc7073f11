import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query'
import type { Body, Endpoint, Params, Query, ReadModel, Reply } from '#contract/endpoint.ts'
import { refresh } from '#contract/accounts/sessions.ts'
import { ApiError, errorOf, isApiError, networkError } from '../api-error.ts'
import { keepDrafts } from '../session/drafts.ts'
import { askToConfirm } from './ask-to-confirm.ts'
import { noteAge, noteBehind } from './read-models.ts'
import { noteServerTime } from './server-time.ts'
import { clearSession, getToken, setToken } from '../session/session.ts'
import { getLanguage } from '../texts/language.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      readonly readModels?: readonly ReadModel[]
      /** Changes show only when the reader asks for them. */
      readonly isHeld?: boolean
    }
  }
}

/** Accepted by every object type with only optional keys. */
type Nothing = Readonly<Record<string, never>>

type Named<K extends string, T> = T extends undefined
  ? { readonly [P in K]?: undefined }
  : Nothing extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T }

/** The input of a call of `E`. Parts that the endpoint does not declare must be absent. */
export type Input<E extends Endpoint> = Named<'params', Params<E>> &
  Named<'query', Query<E>> &
  Named<'body', Body<E>>
export type Options = {
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** The body of an operation that takes a file. */
  readonly form?: FormData
}
type CallArguments<E extends Endpoint> =
  Nothing extends Input<E> ? [input?: Input<E> & Options] : [input: Input<E> & Options]

type LooseInput = Options & {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  /** The query key under which the age of the response is recorded. */
  readonly queryKey?: QueryKey
}
/** `total`: the count over all pages, if the server sends it in a header. */
export type Page<T> = {
  readonly reply: T
  readonly nextCursor: string | null
  readonly total: number | null
}

/** The position of the last command, opaque to the web. Later reads must have reached it. */
let position = ''
let goToStart = (): void => location.assign('/')

/** Replaces the handler for the end of the session (by default the browser opens `/`). Returns a function that undoes it. */
export const onSessionEnd = (handler: () => void): (() => void) => {
  const previous = goToStart
  goToStart = handler
  return () => {
    goToStart = previous
  }
}

const endSession = (): void => {
  keepDrafts()
  clearSession()
  goToStart()
}

const urlOf = (endpoint: Endpoint, input: LooseInput): string => {
  const params = (input.params ?? {}) as Record<string, string>
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(
    (input.query ?? {}) as Readonly<Record<string, string | number | undefined>>,
  )) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

/** Sends the language of the page, not of the browser. Mails use it. */
const headersOf = (endpoint: Endpoint, input: LooseInput, token: string | null): Headers => {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': getLanguage() })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (input.body !== undefined) headers.set('Content-Type', 'application/json')
  if (endpoint.command && input.idempotencyKey) headers.set('Idempotency-Key', input.idempotencyKey)
  if (knowsPositions(endpoint) && position) headers.set('X-Min-Position', position)
  return headers
}

const knowsPositions = ({ access }: Endpoint): boolean => access !== 'public' && access !== 'any token'

const takeStanding = (headers: Headers, { command }: Endpoint, { queryKey }: LooseInput): void => {
  if (command && headers.get('X-Read-Model') === 'behind') noteBehind()
  const age = headers.get('X-Read-Model-Age')
  if (queryKey) noteAge(queryKey, age === null ? null : Number(age) || 0)
}

export const orNetworkError =
  ({ signal }: LooseInput) =>
  (error: unknown): never => {
    if (signal?.aborted) throw error
    throw networkError()
  }

/** Reads the body of a response. */
type Receive<T> = (response: Response, input: LooseInput) => Promise<T>

/** Sends one request. Throws ApiError outside 2xx and for a missing or interrupted response. */
const send = async <T>(
  endpoint: Endpoint,
  input: LooseInput,
  token: string | null,
  receive: Receive<T>,
): Promise<T> => {
  const sentAt = Date.now()
  const response = await fetch(urlOf(endpoint, input), {
    method: endpoint.method,
    headers: headersOf(endpoint, input, token),
    body: input.form ?? (input.body === undefined ? null : JSON.stringify(input.body)),
    signal: input.signal ?? null,
  }).catch(orNetworkError(input))
  noteServerTime(response.headers.get('Date'), sentAt)
  if (endpoint.command) position = response.headers.get('X-Event-Position') ?? position
  if (!response.ok) throw await errorOf(response)
  takeStanding(response.headers, endpoint, input)
  return receive(response, input)
}

const receiveJson: Receive<Page<unknown>> = async (response, input) => {
  const reply: unknown = await response.json().catch(orNetworkError(input))
  const inBody = (reply as { nextCursor?: string | null } | null)?.nextCursor
  const total = response.headers.get('X-Total-Count')
  return {
    reply,
    nextCursor: inBody ?? response.headers.get('X-Next-Cursor'),
    total: total === null ? null : Number(total),
  }
}

const locked = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('vieraugen-refresh', work) : work()

let renewing: Promise<string> | null = null

const renewInLock = async (old: string): Promise<string> => {
  const current = getToken()
  if (current && current !== old) return current
  const { reply } = await send(refresh, {}, old, receiveJson)
  const { access_token } = reply as Reply<typeof refresh>
  setToken(access_token)
  return access_token
}

/**
 * Exchanges the token `old` for a new one with the current role. Only one tab renews at a time; the others take its
 * token. Ends the session if the server refuses, keeps it if the network fails.
 */
export const renewToken = async (old: string | null = getToken()): Promise<string> => {
  if (!old) {
    endSession()
    throw new ApiError({ statusCode: 401, code: 'session.missing', message: 'Please log in.', requestId: '' })
  }
  renewing ??= locked(() => renewInLock(old)).finally(() => {
    renewing = null
  })
  return renewing.catch((error: unknown) => {
    console.error('The session could not be renewed', error)
    // After a sign-out in the meantime there is nowhere to go.
    if (error instanceof ApiError && error.statusCode === 401 && getToken() === old) endSession()
    throw error
  })
}

/** The server's secret or its store has changed since the page was opened. */
const isOfOldPosition = (error: unknown): boolean =>
  position !== '' &&
  isApiError(error, 'input.invalid') &&
  error.details.some(({ field }) => field === 'X-Min-Position')

/** Whether the session may have ended. A wrong password is a 401 too. */
const isOverBy = (error: unknown): boolean =>
  error instanceof ApiError && error.statusCode === 401 && /^(session|server)[.]/.test(error.code)

/** Sends a call as `call` does, and reads its response with `receive`. */
export const exchangeFor = async <T>(
  endpoint: Endpoint,
  given: LooseInput,
  receive: Receive<T>,
): Promise<T> => {
  const input = { ...given, idempotencyKey: given.idempotencyKey ?? crypto.randomUUID() }
  const sent = (token: string | null): Promise<T> => send(endpoint, input, token, receive)
  if (endpoint.access === 'public') return sent(null)
  const token = getToken()
  if (endpoint.access === 'any token') return sent(token)
  if (!token) return sent(await renewToken(null))
  try {
    return await sent(token)
  } catch (error) {
    if (isOfOldPosition(error)) {
      position = ''
      return exchangeFor(endpoint, input, receive)
    }
    if (isApiError(error, 'login.too-old') && (await askToConfirm())) return sent(getToken())
    if (!isOverBy(error)) throw error
    return sent(await renewToken(token))
  }
}
const exchange = (endpoint: Endpoint, given: LooseInput): Promise<Page<unknown>> =>
  exchangeFor(endpoint, given, receiveJson)

/**
 * Calls `endpoint`. A command sends one Idempotency-Key for the call and its retry (pass `idempotencyKey` to keep it
 * over several calls). A read sends the position of the page's last command. A 401 renews the token and retries once. Where the
 * server requires a fresh login, the user is asked for it, and then the call is sent again.
 * Throws ApiError.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<Reply<E>> => (await exchange(endpoint, input ?? {})).reply as Reply<E>

/** The query key of a read: operation and input. */
export const endpointKey = (endpoint: Endpoint, input?: LooseInput): readonly unknown[] => [
  endpoint.operation,
  ...[input?.params, input?.query].filter((part) => part !== undefined),
]

/** Query options of a read. `meta` names its read models; commands use them to decide what to read again. */
export const endpointQuery = <E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) => {
  const queryKey = endpointKey(endpoint, input)
  return queryOptions({
    queryKey,
    meta: { readModels: endpoint.readModels },
    queryFn: async ({ signal }): Promise<Reply<E>> =>
      (await exchange(endpoint, { ...input, signal, queryKey })).reply as Reply<E>,
  })
}

/** Infinite query options of a paged read. Pages are `{reply, nextCursor, total}`, whether the cursor is in body or header. */
export const endpointPages = <E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) => {
  const queryKey = [...endpointKey(endpoint, input), 'pages']
  return infiniteQueryOptions({
    queryKey,
    meta: { readModels: endpoint.readModels },
    // As in a stored page: JSON has no undefined.
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }): Promise<Page<Reply<E>>> => {
      const query = { ...(input?.query as object | undefined), cursor: pageParam ?? undefined }
      return (await exchange(endpoint, { ...input, query, signal, queryKey })) as Page<Reply<E>>
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
