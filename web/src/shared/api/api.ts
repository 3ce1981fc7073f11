import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query'
import type { Body, Endpoint, Params, Query, ReadModel, Reply } from '#contract/endpoint.ts'
import { refresh } from '#contract/accounts/sessions.ts'
import { ApiError, errorOf, isApiError, networkError } from '../api-error.ts'
import { keepDrafts } from '../session/drafts.ts'
import { noteAge, noteBehind } from './read-models.ts'
import { noteServerTime } from './server-time.ts'
import { clearSession, getToken, setToken } from '../session/session.ts'
import { getLanguage } from '../texts/language.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      readonly readModels?: readonly ReadModel[]
      /** What changed in it is not shown before the reader asks for it. */
      readonly isHeld?: boolean
    }
  }
}

/** What every object type with only optional keys accepts. */
type Nothing = Readonly<Record<string, never>>

type Named<K extends string, T> = T extends undefined
  ? { readonly [P in K]?: undefined }
  : Nothing extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T }

/** What a call of `E` needs; a part that the endpoint does not have must be absent. */
export type Input<E extends Endpoint> = Named<'params', Params<E>> &
  Named<'query', Query<E>> &
  Named<'body', Body<E>>
type Options = { readonly idempotencyKey?: string; readonly signal?: AbortSignal }
type CallArguments<E extends Endpoint> =
  Nothing extends Input<E> ? [input?: Input<E> & Options] : [input: Input<E> & Options]

type LooseInput = Options & {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  /** Where the age of the answer is noted: by the key of its query. */
  readonly queryKey?: QueryKey
}
/** `total`: how many there are on all pages, where the server says so in a header. */
export type Page<T> = {
  readonly reply: T
  readonly nextCursor: string | null
  readonly total: number | null
}

/** What the last command answered, to see at least that from then on; it can be neither read nor compared. */
let position = ''
let goToStart = (): void => location.assign('/')

/** Replaces what happens when the session has ended (by default the browser goes to `/`); answers how to undo that. */
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

/** The language is the page's, not the browser's: mails are written in it. */
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

const orNetworkError =
  ({ signal }: LooseInput) =>
  (error: unknown): never => {
    if (signal?.aborted) throw error
    throw networkError()
  }

/** How an answer is received, once it has begun. */
type Receive<T> = (response: Response, input: LooseInput) => Promise<T>

/** One exchange over the network. Throws ApiError for anything but 2xx, and for no response or half of one. */
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
    body: input.body === undefined ? null : JSON.stringify(input.body),
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
 * Exchanges the token `old` for a new one with the role as it is now; one at a time over all tabs, and a tab that
 * waited takes what the other one got. Ends the session when the server refuses; a fault on the way leaves it.
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
    // Whoever has signed out meanwhile is where they wanted to be.
    if (error instanceof ApiError && error.statusCode === 401 && getToken() === old) endSession()
    throw error
  })
}

/** The server's secret or its store has changed since this page was opened. */
const isOfOldPosition = (error: unknown): boolean =>
  position !== '' &&
  isApiError(error, 'input.invalid') &&
  error.details.some(({ field }) => field === 'X-Min-Position')

const exchangeFor = async <T>(endpoint: Endpoint, given: LooseInput, receive: Receive<T>): Promise<T> => {
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
    if (!(error instanceof ApiError) || error.statusCode !== 401) throw error
    return sent(await renewToken(token))
  }
}
const exchange = (endpoint: Endpoint, given: LooseInput): Promise<Page<unknown>> =>
  exchangeFor(endpoint, given, receiveJson)

/**
 * Calls `endpoint`. Commands carry one Idempotency-Key for the call and its retry (give `idempotencyKey` to keep it
 * over several calls); reads ask to see the last command of this page. A 401 renews the token and retries once.
 * Throws ApiError.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<Reply<E>> => (await exchange(endpoint, input ?? {})).reply as Reply<E>

export type Downloaded = { readonly name: string; readonly file: Blob }

/**
 * A file as `endpoint` sends it; `onBytes` hears how much of it has come. The browser keeps it, on its disk where it is
 * large. Throws ApiError, also where it breaks off.
 */
export const download = async <E extends Endpoint>(
  endpoint: E,
  input: Input<E> & Options,
  onBytes: (bytes: number) => void,
): Promise<Downloaded> =>
  exchangeFor(endpoint, input, async (response) => {
    let bytes = 0
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, controller) {
        onBytes((bytes += part.length))
        controller.enqueue(part)
      },
    })
    const [, name] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
    const type = response.headers.get('Content-Type') ?? ''
    const whole = new Response(response.body?.pipeThrough(counted) ?? null, {
      headers: { 'Content-Type': type },
    })
    return { name: name ?? 'download', file: await whole.blob().catch(orNetworkError(input)) }
  })

/** The query key of a read: its operation and its input. */
export const endpointKey = (endpoint: Endpoint, input?: LooseInput): readonly unknown[] => [
  endpoint.operation,
  ...[input?.params, input?.query].filter((part) => part !== undefined),
]

/** Query options of a read; `meta` names what it rests on, which commands go by. */
export const endpointQuery = <E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) => {
  const queryKey = endpointKey(endpoint, input)
  return queryOptions({
    queryKey,
    meta: { readModels: endpoint.readModels },
    queryFn: async ({ signal }): Promise<Reply<E>> =>
      (await exchange(endpoint, { ...input, signal, queryKey })).reply as Reply<E>,
  })
}

/** Infinite query options of a paged read: pages of `{reply, nextCursor, total}`, wherever the server puts the cursor. */
export const endpointPages = <E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) => {
  const queryKey = [...endpointKey(endpoint, input), 'pages']
  return infiniteQueryOptions({
    queryKey,
    meta: { readModels: endpoint.readModels },
    // as a page that is kept has it, in JSON
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }): Promise<Page<Reply<E>>> => {
      const query = { ...(input?.query as object | undefined), cursor: pageParam ?? undefined }
      return (await exchange(endpoint, { ...input, query, signal, queryKey })) as Page<Reply<E>>
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
