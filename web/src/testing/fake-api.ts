import { expect, onTestFinished, vi } from 'vitest'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { errors, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import { operationsLive, userLive, workspaceLive } from '#contract/live.ts'
import type { Change } from '#contract/workspaces/change.ts'
import { changeList } from '#contract/workspaces/changes.ts'
import { kindList } from '#contract/requests/writing-kinds.ts'
import { requestColleagues } from '#contract/requests/asking.ts'
import { lockedPairs } from '#contract/requests/pairs.ts'
import { askedRequestCounts, askedRequests } from '#contract/requests/asked.ts'
import { requestInbox, requestInboxCounts } from '#contract/requests/inbox.ts'
import { historyCheckpoint } from '#contract/workspaces/history-export.ts'
import { readiness } from '#contract/workspaces/readiness.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import type { Input } from '#shared/api/api.ts'
import { checkpointOf } from './log-samples.ts'
import { askedCountsOf, inboxCountsOf } from './request-samples.ts'
import { readinessOf } from './samples.ts'

type Headers = Readonly<Record<string, string>>
type Sent = { readonly endpoint: Endpoint; readonly input: unknown; readonly key: string | null }
type Answer = (input: unknown) => Response | Promise<Response>

const respond = (status: number, body: unknown, headers: Headers = {}): Response =>
  new Response(JSON.stringify(body), { status, headers })

/** The path parameters if `path` belongs to `endpoint`. */
const paramsIn = (path: string, endpoint: Endpoint): object | null => {
  const pattern = endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const found = new RegExp(`^${pattern}$`).exec(path)
  return found && { ...found.groups }
}

type Init = {
  readonly method: string
  readonly body: string | FormData | null
  readonly headers: globalThis.Headers
}

/**
 * A fake server. Replaces `fetch` until the end of the test and responds per endpoint, in the shapes of the contract.
 * An unexpected request fails the test.
 */
export const fakeApi = () => {
  const answers = new Map<Endpoint, Answer>()
  const sent: Sent[] = []
  const unanswered: string[] = []

  const exchange = async (url: string, { method, body, headers }: Init) => {
    const { pathname, searchParams } = new URL(url, 'http://server')
    // A live stream without changes.
    if ([operationsLive, userLive, workspaceLive].some((live) => paramsIn(pathname, live)))
      return new Promise<Response>(() => {})
    for (const [endpoint, answer] of answers) {
      const params = endpoint.method === method && paramsIn(pathname, endpoint)
      if (!params) continue
      const query = Object.fromEntries(searchParams)
      const said = typeof body === 'string' ? (JSON.parse(body) as unknown) : (body ?? undefined)
      const input = { params, query, body: said }
      sent.push({ endpoint, input, key: headers.get('Idempotency-Key') })
      return answer(input)
    }
    // The frames read the inbox, colleagues of late and the changes of all workspaces, and few people are locked. They are empty by default.
    if (
      [requestInbox, askedRequests, requestColleagues, changeList, lockedPairs, kindList].some((list) =>
        paramsIn(pathname, list),
      )
    )
      return respond(200, [])
    const usual = [
      [historyCheckpoint, checkpointOf],
      [requestInboxCounts, inboxCountsOf],
      [readiness, readinessOf],
      [askedRequestCounts, askedCountsOf],
    ] as const
    const found = usual.find(([endpoint]) => paramsIn(pathname, endpoint))
    if (found) return respond(200, found[1]())
    if (paramsIn(pathname, relatedWorkspaces)) return respond(200, { userWorkspaces: [], nextCursor: null })
    unanswered.push(`${method} ${url}`)
    throw new TypeError('nobody answers')
  }
  vi.stubGlobal('fetch', exchange)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    expect(unanswered).toEqual([])
  })

  return {
    /** Sets the reply of `endpoint`. A function is called for each request and may be asynchronous. */
    answer: <E extends Endpoint>(
      endpoint: E,
      reply: Reply<E> | ((input: Input<E>) => Reply<E> | Promise<Reply<E>>),
      headers?: Headers,
    ): void => {
      const replyTo = typeof reply === 'function' ? (reply as (input: unknown) => unknown) : () => reply
      answers.set(endpoint, async (input) => respond(endpoint.status, await replyTo(input), headers))
    },
    /** Makes `endpoint` answer that `change` waits for a second admin. */
    wait: (endpoint: Endpoint, change: Change): void => {
      answers.set(endpoint, () => respond(202, { change }))
    },
    /** Makes `endpoint` fail with this error. */
    refuse: (endpoint: Endpoint, code: ErrorCode, details: ErrorDetails = [], headers?: Headers): void => {
      const [statusCode, message] = errors[code]
      const body = { statusCode, code, message, requestId: 'r-1', details }
      answers.set(endpoint, () => respond(statusCode, body, headers))
    },
    /** Makes the responses of `endpoint` get lost. */
    lose: (endpoint: Endpoint): void => {
      answers.set(endpoint, () => Promise.reject(new TypeError('the answer is lost')))
    },
    /** How often `endpoint` got each Idempotency-Key, in order of arrival. */
    keysOf: (endpoint: Endpoint): readonly number[] => {
      const keys = sent.flatMap((each) => (each.endpoint === endpoint ? each.key : []))
      return [...new Set(keys)].map((key) => keys.filter((each) => each === key).length)
    },
    /** The requests to `endpoint` so far: parameters, query and body. */
    sentTo: <E extends Endpoint>(endpoint: E): readonly Input<E>[] =>
      sent.filter((each) => each.endpoint === endpoint).map(({ input }) => input as Input<E>),
  }
}
