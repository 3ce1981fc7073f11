import { QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userLive } from '#contract/live.ts'
import { requestInbox } from '#contract/requests.ts'
import { currentUser } from '#contract/users.ts'
import { signIn } from '../../testing/samples.ts'
import { endpointPages, endpointQuery } from '../api.ts'
import { createQueryClient } from '../query-client.ts'
import { ReadModelNotice } from '../ReadModelNotice.tsx'
import { LiveStream } from './LiveStream.tsx'

/** The server's side of each stream that was asked for. */
let streams: TransformStream<Uint8Array, Uint8Array>[]
let signals: AbortSignal[]
let reads: { inbox: number; user: number }
let refusal: number | null
let seen: DocumentVisibilityState
/** What every answer waits for. */
let held: Promise<void> | null

const tell = async (readModel: string, nth = streams.length) => {
  const writer = streams[nth - 1]!.writable.getWriter()
  const data = JSON.stringify({ readModel, position: 'p' })
  await writer.write(new TextEncoder().encode(`event: changed\ndata: ${data}\n\n`))
  writer.releaseLock()
}
const endStream = () => streams.at(-1)!.writable.close()

beforeEach(() => {
  signIn()
  streams = []
  signals = []
  reads = { inbox: 0, user: 0 }
  refusal = null
  held = null
  seen = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen)
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    if (url.startsWith(requestInbox.path)) reads.inbox += 1
    if (url === currentUser.path) reads.user += 1
    await held
    if (url !== userLive.path) return new Response('[]')
    if (refusal) return new Response('{}', { status: refusal })
    streams.push(new TransformStream())
    signals.push(signal)
    return new Response(streams.at(-1)!.readable)
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
const NOTICE = /does not appear here at once/

test('what changed is read again, and nothing else, nor what is held until the reader asks', async () => {
  show()
  // Once at first, and once when the stream is open, for what changed in between; the held one at first alone.
  await until(() => expect(reads).toEqual({ inbox: 3, user: 2 }))
  await tell('requests')
  await until(() => expect(reads.inbox).toBe(4))
  expect(reads).toEqual({ inbox: 4, user: 2 })
})

test('much that changes at once is read again once', async () => {
  show()
  await until(() => expect(reads).toEqual({ inbox: 3, user: 2 }))
  for (let i = 0; i < 20; i += 1) await tell('requests')
  await tell('users')
  await until(() => expect(reads.user).toBe(3))
  expect(reads.inbox).toBe(4)
})

test('what takes long to read is read to its end, and then once more for all that changed meanwhile', async () => {
  show()
  await until(() => expect(reads).toEqual({ inbox: 3, user: 2 }))
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

test('a stream that ends is asked for again and then all is read again; while it stays away the page says so', async () => {
  show()
  await until(() => expect(reads.user).toBe(2))
  await endStream()
  await until(() => expect(streams).toHaveLength(2))
  await until(() => expect(reads.user).toBe(3))
  expect(screen.queryByText(NOTICE)).toBeNull()
  refusal = 503
  await endStream()
  await screen.findByText(NOTICE)
  refusal = null
  dispatchEvent(new Event('online'))
  await until(() => expect(screen.queryByText(NOTICE)).toBeNull())
  await until(() => expect(reads.user).toBeGreaterThanOrEqual(4))
}, 20_000)

test('who has no access any more is not told, and does not ask again', async () => {
  refusal = 403
  show()
  await until(() => expect(reads.user).toBe(2))
  dispatchEvent(new Event('online'))
  expect(streams).toHaveLength(0)
  expect(screen.queryByText(NOTICE)).toBeNull()
})

test('a page that is not seen has no stream, and reads again when it is seen', async () => {
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

test('what changes while a next page is under way is read when that has come, which is not lost', async () => {
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
  fireEvent.click(await screen.findByRole('button', { name: '1 pages' }))
  await tell('requests')
  await new Promise((resolve) => setTimeout(resolve, 500))
  next.resolve()
  await screen.findByRole('button', { name: '2 pages' })
  // That one, and then both.
  await until(() => expect(reads.inbox).toBe(5))
})
