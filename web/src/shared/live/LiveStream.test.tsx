import { QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userLive } from '#contract/live.ts'
import { requestInbox } from '#contract/requests/inbox.ts'
import { currentUser } from '#contract/accounts/users.ts'
import { changeDetails } from '#contract/workspaces/changes.ts'
import { getWorkspace } from '#contract/workspaces/workspaces.ts'
import { changeOf, ids, signIn } from '../../testing/samples.ts'
import { endpointPages, endpointQuery } from '../api/api.ts'
import { createQueryClient } from '../reads/query-client.ts'
import { ReadModelNotice } from '../reads/ReadModelNotice.tsx'
import { LiveStream } from './LiveStream.tsx'

/** The server side of each requested stream. */
let streams: TransformStream<Uint8Array, Uint8Array>[]
let signals: AbortSignal[]
let reads: { inbox: number; user: number; workspace: number }
let refusal: number | null
let seen: DocumentVisibilityState
/** Whether the read model of the inbox is being built. */
let isAway: boolean
/** `X-Read-Model-Age` of the inbox. */
let age: string | null
/** Every response waits for it. */
let held: Promise<void> | null

const tell = async (readModel: string, workspaceId?: string) => {
  const writer = streams.at(-1)!.writable.getWriter()
  const data = JSON.stringify({ readModel, position: 'p', workspaceId })
  await writer.write(new TextEncoder().encode(`event: changed\ndata: ${data}\n\n`))
  writer.releaseLock()
}
const endStream = () => streams.at(-1)!.writable.close()

beforeEach(() => {
  signIn()
  streams = []
  signals = []
  reads = { inbox: 0, user: 0, workspace: 0 }
  refusal = null
  isAway = false
  age = null
  held = null
  seen = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen)
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    if (url.startsWith(requestInbox.path)) reads.inbox += 1
    if (url === currentUser.path) reads.user += 1
    if (url === `/workspaces/${ids.workspace}`) reads.workspace += 1
    await held
    if (isAway && url.startsWith(requestInbox.path))
      return new Response(JSON.stringify({ statusCode: 503, code: 'read-model.building', message: '' }), {
        status: 503,
        headers: { 'Retry-After': '600' },
      })
    if (age !== null && url.startsWith(requestInbox.path))
      return new Response('[]', { headers: { 'X-Read-Model-Age': age } })
    if (url !== userLive.path) return new Response('[]')
    if (refusal) return new Response('{}', { status: refusal })
    const stream = new TransformStream<Uint8Array, Uint8Array>()
    streams.push(stream)
    signals.push(signal)
    signal.addEventListener('abort', () => void stream.writable.abort().catch(() => {}))
    return new Response(stream.readable)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const Page = () => {
  useQuery(endpointQuery(requestInbox, {}))
  useQuery({
    ...endpointQuery(requestInbox, { query: { limit: 7 } }),
    meta: { readModels: ['requests'], isHeld: true },
  })
  useQuery(endpointQuery(currentUser))
  useQuery(endpointQuery(getWorkspace, { params: { id: ids.workspace } }))
  return <ReadModelNotice />
}
const show = (page = <Page />) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LiveStream path={userLive.path} />
      {page}
    </QueryClientProvider>,
  )
const until = (what: () => void) => vi.waitFor(what, { timeout: 10_000 })
const NOTICE = /appear with a delay/

test('reads only what changed, except reads that are held until the reader asks', async () => {
  show()
  // One initial read, and one when the stream opens, for changes in between. The held read runs once.
  await until(() => expect(reads).toEqual({ inbox: 3, user: 2, workspace: 2 }))
  await tell('requests')
  await until(() => expect(reads.inbox).toBe(4))
  expect(reads).toEqual({ inbox: 4, user: 2, workspace: 2 })
})

test('a change that names a workspace causes only reads of that workspace', async () => {
  show()
  await until(() => expect(reads).toMatchObject({ inbox: 3, workspace: 2 }))
  await tell('requests', ids.workspace)
  await tell('workspaces', ids.user)
  await tell('workspaces', ids.workspace)
  await until(() => expect(reads.workspace).toBe(3))
  expect(reads.inbox).toBe(3)
})

test('a change that names a workspace causes a read of one thing that is in it, such as a change that waits', async () => {
  const changed = changeOf(1)
  let answered = 0
  const answer = fetch
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    if (url !== `/changes/details/${changed.id}`) return answer(url, options)
    answered += 1
    return new Response(JSON.stringify(changed))
  })
  const Details = () => void useQuery(endpointQuery(changeDetails, { params: { id: changed.id } }))
  show(<Details />)
  await until(() => expect(answered).toBe(2))
  await tell('workspaces', ids.user)
  await tell('workspaces', changed.workspaceId)
  await until(() => expect(answered).toBe(3))
})

test('many changes at once cause one read', async () => {
  show()
  await until(() => expect(reads).toEqual({ inbox: 3, user: 2, workspace: 2 }))
  for (let i = 0; i < 20; i += 1) await tell('requests')
  await tell('users')
  await until(() => expect(reads.user).toBe(3))
  expect(reads.inbox).toBe(4)
})

test.each([
  ['from the start', true],
  ['by the time it is read again', false],
])('a read model that is unavailable %s does not block other reads', async (_when, atOnce) => {
  isAway = atOnce
  show()
  await until(() => expect(reads).toMatchObject({ user: 2, workspace: 2 }))
  const before = reads.inbox
  isAway = true
  await tell('requests')
  if (!atOnce) await until(() => expect(reads.inbox).toBe(before + 1))
  await tell('users')
  await until(() => expect(reads.user).toBe(3))
  await tell('users')
  await until(() => expect(reads.user).toBe(4))
  // It retries at the time that the server named, not on every change.
  expect(reads.inbox).toBe(atOnce ? before : before + 1)
})

test('an open page shows how old its data is once the stream reports a read model that nothing updates', async () => {
  show()
  await until(() => expect(reads.inbox).toBe(3))
  age = '125'
  await tell('requests')
  await screen.findByText('As of 2 minutes ago.', undefined, { timeout: 10_000 })
  age = null
  await tell('requests')
  await until(() => expect(screen.queryByText(/^As of/)).toBeNull())
})

test('a slow read finishes, and then runs once more for all changes in between', async () => {
  show()
  await until(() => expect(reads).toEqual({ inbox: 3, user: 2, workspace: 2 }))
  let answer = () => {}
  held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await tell('requests')
  await until(() => expect(reads.inbox).toBe(4))
  for (let i = 0; i < 5; i += 1) {
    await tell('requests')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(reads.inbox).toBe(4)
  held = null
  answer()
  await until(() => expect(reads.inbox).toBe(5))
})

test('reopens a stream that ended and reads everything again; the page says so while the stream is down', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  show()
  await until(() => expect(reads.user).toBe(2))
  await endStream()
  await until(() => expect(streams).toHaveLength(2))
  await until(() => expect(reads.user).toBe(3))
  expect(screen.queryByText(NOTICE)).toBeNull()
  refusal = 503
  await endStream()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(screen.getByText(NOTICE)).toBeTruthy()
  refusal = null
  dispatchEvent(new Event('online'))
  await until(() => expect(screen.queryByText(NOTICE)).toBeNull())
  await until(() => expect(reads.user).toBeGreaterThanOrEqual(4))
})

describe('a connection that died silently', () => {
  const open = async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    show()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(streams).toHaveLength(1)
  }
  const isGivenUp = () => signals[0]!.aborted
  const beat = async () => {
    const writer = streams[0]!.writable.getWriter()
    await writer.write(new TextEncoder().encode(':\n\n'))
    writer.releaseLock()
  }

  test('is detected by its silence, and the page says so while the stream is down', async () => {
    await open()
    await vi.advanceTimersByTimeAsync(39_000)
    await beat()
    await vi.advanceTimersByTimeAsync(44_000)
    expect(isGivenUp()).toBe(false)
    refusal = 503
    await vi.advanceTimersByTimeAsync(3_000)
    expect(isGivenUp()).toBe(true)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(screen.getByText(NOTICE)).toBeTruthy()
  })

  test('is detected when the machine wakes up, and everything is read again', async () => {
    await open()
    const before = reads.user
    vi.setSystemTime(Date.now() + 15_000)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(isGivenUp()).toBe(true)
    expect(streams).toHaveLength(2)
    expect(reads.user).toBe(before + 1)
  })

  test('is reopened when the network returns and a heartbeat is overdue', async () => {
    const happens = () => dispatchEvent(new Event('online'))
    await open()
    await vi.advanceTimersByTimeAsync(20_000)
    happens()
    expect(isGivenUp()).toBe(false)
    await vi.advanceTimersByTimeAsync(3_000)
    happens()
    expect(isGivenUp()).toBe(true)
    await vi.advanceTimersByTimeAsync(1_500)
    expect(streams).toHaveLength(2)
  })
})

test('without access the page does not reconnect', async () => {
  refusal = 403
  show()
  await until(() => expect(reads.user).toBe(2))
  dispatchEvent(new Event('online'))
  expect(streams).toHaveLength(0)
  expect(screen.queryByText(NOTICE)).toBeNull()
})

test('a hidden page has no stream, and reads again when it becomes visible', async () => {
  show()
  await until(() => expect(reads.user).toBe(2))
  seen = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(signals[0]!.aborted).toBe(true)
  seen = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  await until(() => expect(streams).toHaveLength(2))
  await until(() => expect(reads.user).toBeGreaterThanOrEqual(3))
})

const Pages = () => {
  const { data, fetchNextPage } = useInfiniteQuery(endpointPages(requestInbox, {}))
  return <button onClick={() => void fetchNextPage()}>{data?.pages.length} pages</button>
}

test('loading the next page does not cancel a pending re-read', async () => {
  const answer = fetch
  let first: Promise<void> | null = null
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    const isPage = url.startsWith(requestInbox.path)
    const answered = await answer(url, options)
    if (isPage && !url.includes('cursor=')) await first
    return isPage ? new Response('[]', { headers: { 'X-Next-Cursor': 'next' } }) : answered
  })
  show(<Pages />)
  await until(() => expect(reads.inbox).toBe(2))
  const button = await screen.findByRole('button', { name: '1 pages' })
  const never = Promise.withResolvers<void>()
  first = never.promise
  await tell('requests')
  await until(() => expect(reads.inbox).toBe(3))
  first = null
  fireEvent.click(button)
  await screen.findByRole('button', { name: '2 pages' })
  // The next one, and then both.
  await until(() => expect(reads.inbox).toBe(6))
})

test('a change during the load of the next page is read afterwards, and the page is not lost', async () => {
  const answer = fetch
  const next = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    if (url.includes('cursor=')) await next.promise
    const isPage = url.startsWith(requestInbox.path)
    const answered = await answer(url, options)
    return isPage ? new Response('[]', { headers: { 'X-Next-Cursor': 'next' } }) : answered
  })
  show(<Pages />)
  await until(() => expect(reads.inbox).toBe(2))
  const button = await screen.findByRole('button', { name: '1 pages' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(button)
  await tell('requests')
  await vi.advanceTimersByTimeAsync(500)
  next.resolve()
  await until(() => screen.getByRole('button', { name: '2 pages' }))
  // That one, and then both.
  await until(() => expect(reads.inbox).toBe(5))
})
