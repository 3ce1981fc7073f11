import { QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { workspaceHistory } from '#contract/workspaces/audit.ts'
import { devices } from '#contract/accounts/devices.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { getWorkspace, updateSettings } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { ids, signIn, workspaceOf } from '../../testing/samples.ts'
import { endpointPages, endpointQuery } from '../api/api.ts'
import { createQueryClient } from '../reads/query-client.ts'
import { useCommand } from './use-command.ts'

const params = { id: ids.workspace }
const emptyLog = { entries: [], nextCursor: null, total: 0, totalIsExact: true, head: null }
const input = { params, body: { name: 'Quay' } }

beforeEach(signIn)

/** A page that shows a workspace, its audit log and the caller's devices. Its participants were shown before. */
const showPage = async (onSuccess?: () => void) => {
  const api = fakeApi()
  api.answer(getWorkspace, workspaceOf())
  api.answer(workspaceHistory, emptyLog)
  api.answer(devices, [])
  api.answer(workspaceParticipants, [])
  api.answer(updateSettings, workspaceOf({ name: 'Quay' }))
  const client = createQueryClient()
  const participants = endpointQuery(workspaceParticipants, { params, query: {} })
  await client.fetchQuery(participants)
  const page = renderHook(
    () => {
      const workspace = useQuery(endpointQuery(getWorkspace, { params }))
      const log = useInfiniteQuery(endpointPages(workspaceHistory, { params, query: {} }))
      const own = useQuery(endpointQuery(devices))
      const command = useCommand(updateSettings, onSuccess && { onSuccess })
      return { workspace, isShown: workspace.isSuccess && log.isSuccess && own.isSuccess, command }
    },
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  await waitFor(() => expect(page.result.current.isShown).toBe(true))
  const timesRead = () =>
    [getWorkspace, workspaceHistory, devices, workspaceParticipants].map((read) => api.sentTo(read).length)
  expect(timesRead()).toEqual([1, 1, 1, 1])
  return { api, page, client, timesRead, send: () => act(() => page.result.current.command.mutate(input)) }
}

test('reads again what depends on a read model of the command or on the audit log, visible reads first', async () => {
  const { client, send, timesRead } = await showPage()
  send()
  await waitFor(() => expect(timesRead()).toEqual([2, 2, 1, 1]))
  await client.fetchQuery(endpointQuery(workspaceParticipants, { params, query: {} }))
  expect(timesRead()).toEqual([2, 2, 1, 2])
})

test('data that a handler sets from the response shows at once and stays during the re-read', async () => {
  const { api, page, client, send } = await showPage(() => {
    api.answer(getWorkspace, () => new Promise(() => {}))
    client.setQueryData(endpointQuery(getWorkspace, { params }).queryKey, workspaceOf({ name: 'Quay' }))
  })
  send()
  await waitFor(() => expect(page.result.current.workspace.data?.name).toBe('Quay'))
  await waitFor(() => expect(page.result.current.workspace.isFetching).toBe(true))
  expect(page.result.current.workspace.data?.name).toBe('Quay')
})

test('does not read again what the handler navigates away from', async () => {
  const { api, page, client, send, timesRead } = await showPage(() => page.unmount())
  send()
  await waitFor(() => expect(api.sentTo(updateSettings)).toHaveLength(1))
  await waitFor(() => expect(client.isMutating() + client.isFetching()).toBe(0))
  expect(timesRead()).toEqual([1, 1, 1, 1])
})

test('reads everything visible again after a refusal, because the page was out of date', async () => {
  const { api, send, timesRead } = await showPage()
  api.refuse(updateSettings, 'access.denied')
  send()
  await waitFor(() => expect(timesRead()).toEqual([2, 2, 2, 1]))
})

test('reads nothing again while the outcome is unknown', async () => {
  const { api, page, client, send, timesRead } = await showPage()
  api.refuse(updateSettings, 'store.unavailable')
  send()
  await waitFor(() => expect(page.result.current.command.isError).toBe(true))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(timesRead()).toEqual([1, 1, 1, 1])
})
