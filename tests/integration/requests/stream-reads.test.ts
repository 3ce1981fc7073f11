import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCommands } from '#platform/commands/execute-command.ts'
import { createFingerprints } from '#platform/commands/fingerprints.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { buildApi } from '../../../services/api/app.ts'
import { openRequests, type RequestApi, type Team } from '#support/product/requests.ts'

/** A process that has read no stream yet has a command to execute: what it reads until it has answered. */

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

test('an approval reads the stream of the request once and that of the workspace once', async () => {
  const id = await api.asked(team)
  const proof = await (await api.enrol(team.ben)).prove(id)
  await call('POST', `/requests/approve/${id}`, team.ben, proof)
  expect(read).toEqual([request(id), workspace()])
})

test.each(['challenge', 'decline', 'withdraw'])('so does a participant’s %s', async (verb) => {
  const id = await api.asked(team)
  await call('POST', `/requests/${verb}/${id}`, verb === 'withdraw' ? team.anna : team.ben)
  expect(read).toEqual([request(id), workspace()])
})

test('a command on a workspace reads its stream once', async () => {
  const { id, admin, anna } = team
  const invite = { email: 'new@example.org', role: 'regular user', approver: true, requester: true }
  await call('PATCH', `/workspaces/update-settings/${id}`, admin, { name: 'Another name' })
  expect(read).toEqual([workspace()])
  await call('POST', `/workspaces/invite-participant/${id}`, admin, invite)
  await call('DELETE', `/users/remove-from-workspace/${id}`, anna)
  // What this process has written itself it knows.
  expect(read).toEqual([workspace()])
})
