import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userLive } from '#contract/live.ts'
import { listWorkspaces } from '#contract/periods.ts'
import { signIn } from '../../testing/samples.ts'
import { endpointPages } from '../api.ts'
import { createQueryClient } from '../query-client.ts'
import { LiveStream } from './LiveStream.tsx'

const Page = () => {
  const { data, fetchNextPage } = useInfiniteQuery(endpointPages(listWorkspaces, {}))
  return <button onClick={() => void fetchNextPage()}>{data?.pages.length} pages</button>
}

test('what changes while a next page is under way is read when that has come, which is not lost', async () => {
  signIn()
  const stream = new TransformStream<Uint8Array, Uint8Array>()
  const next = Promise.withResolvers<void>()
  const firsts = vi.fn<() => void>()
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === userLive.path) return new Response(stream.readable)
    if (url.includes('cursor=')) await next.promise
    else firsts()
    return new Response('[]', { headers: { 'X-Next-Cursor': 'next' } })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LiveStream path={userLive.path} />
      <Page />
    </QueryClientProvider>,
  )
  // Once at first, and once when the stream is open.
  await vi.waitFor(() => expect(firsts).toHaveBeenCalledTimes(2))
  const button = await screen.findByRole('button', { name: '1 pages' })
  button.click()
  const data = JSON.stringify({ readModel: 'workspaces', position: 'p' })
  await stream.writable.getWriter().write(new TextEncoder().encode(`event: changed\ndata: ${data}\n\n`))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(firsts).toHaveBeenCalledTimes(2)
  next.resolve()
  await screen.findByRole('button', { name: '2 pages' })
  await vi.waitFor(() => expect(firsts).toHaveBeenCalledTimes(3))
})
