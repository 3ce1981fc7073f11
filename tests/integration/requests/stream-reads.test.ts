import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCommands } from '#platform/commands/execute-command.ts'
import { createFingerprints } from '#platform/commands/fingerprints.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { buildApi } from '../../../services/api/app.ts'
import { openRequests, type RequestApi, type Team } from '#support/product/requests.ts'

/** Counts the stream reads of one command in a process that has read no stream before. */

let api: RequestApi
let team: Team
let fresh: FastifyInstance
let read: string[]

beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api.product.close())
beforeEach(async () => {
  const { platform, clock } = api.product
  const { codec, keys } = platform
  const eventStore: EventStore = {
    ...platform.eventStore,
    readStream(stream, options) {
      read.push(stream)
      return platform.eventStore.readStream(stream, options)
    },
  }
  const commands = createCommands(eventStore, codec, createFingerprints(keys, clock))
  fresh = await buildApi({ ...platform, eventStore, commands }, { localMailbox: false })
  team = await api.team()
  read = []
  return () => fresh.close()
})

const call = async (
  method: 'POST' | 'PATCH' | 'DELETE',
  url: string,
  { token }: { token: string },
  body?: object,
) => {
  const { statusCode } = await fresh.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  expect(statusCode).toBeLessThan(300)
}
const request = (id: string) => `request-${id}`
const workspace = () => `workspace-${team.id}`

/** The stream of somebody who signs: the keys of their devices are in it. */
const account = ({ userId }: { readonly userId: string }) => `user-${userId}`

test('an approval reads the streams of the request, the workspace and the account that signs once each', async () => {
  const id = await api.newRequest(team)
  const proof = await (await api.enrol(team.ben)).prove(id)
  await call('POST', `/requests/approve/${id}`, team.ben, proof)
  // They are read in one statement.
  expect(read.toSorted()).toEqual([request(id), account(team.ben), workspace()])
})

test('a challenge reads the streams of the request, the workspace and the account once each', async () => {
  const id = await api.newRequest(team)
  await call('POST', `/requests/challenge/${id}`, team.ben)
  expect(read).toEqual([request(id), workspace(), account(team.ben)])
})

test.each(['decline', 'withdraw'])('a participant’s %s reads both streams once', async (verb) => {
  const id = await api.newRequest(team)
  await call('POST', `/requests/${verb}/${id}`, verb === 'withdraw' ? team.anna : team.ben)
  expect(read).toEqual([request(id), workspace()])
})

test('a command on a workspace reads its stream once', async () => {
  const { id, admin, anna } = team
  const invite = { email: 'new@example.org', role: 'regular user', approver: true, requester: true }
  // Which settings stand already is read from the row.
  const { platform, head } = api.product
  await platform.positions.reached((await head())!, ['workspaces'], 5_000)
  await call('PATCH', `/workspaces/update-settings/${id}`, admin, { name: 'Another name' })
  expect(read).toEqual([workspace()])
  // Whether an invitation needs a second admin depends on the state, so it is built from what it has read.
  await call('POST', `/workspaces/invite-participant/${id}`, admin, invite)
  expect(read).toEqual([workspace(), workspace()])
  // The process keeps the state of streams that it has written.
  await call('DELETE', `/users/remove-from-workspace/${id}`, anna)
  expect(read).toEqual([workspace(), workspace()])
})
