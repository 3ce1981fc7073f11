import { afterAll, beforeAll, expect, test } from 'vitest'
import { textHash } from '#contract/requests/signing.ts'
import { openRequests, type RequestApi } from '#support/product/requests.ts'

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api?.product.close())

const text = { title: 'Pay 12500 EUR to Meier', details: 'No. 4711' }

/** A decided request: the rows of its events, and the content that its approver signed. */
const decided = async () => {
  const team = await api.team()
  const phone = await api.enrol(team.ben)
  const id = await api.newRequest(team, text)
  const { status } = await api.post(`/requests/approve/${id}`, team.ben, await phone.prove(id))
  expect(status).toBe(200)
  const rows = await api.product.platform
    .db('event_store.events')
    .where({ stream: `request-${id}` })
    .orderBy('revision')
  expect(rows.map(({ type }) => type)).toEqual(['RequestCreated', 'RequestApproved'])
  const { canonical } = JSON.parse(rows[1].data).evidence
  return {
    id,
    workspaceId: team.id,
    signed: JSON.parse(canonical),
    rows: JSON.stringify(rows.map(({ data, metadata }) => JSON.parse(`[${data},${metadata}]`))),
  }
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value, ...(value.startsWith('{') ? textsIn(JSON.parse(value)) : [])]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

test('the rows of a decided request do not confirm a guess at its text', async () => {
  const { rows, signed } = await decided()
  const known = textsIn(JSON.parse(rows))
  expect(known).toContain(signed.nonce)
  for (const salt of ['', ...known]) expect(await textHash({ ...text, salt })).not.toBe(signed.textHash)
  for (const word of ['12500 EUR', 'Meier', 'No. 4711']) expect(rows).not.toContain(word)
})

test('the salt confirms a text, until its key is destroyed', async () => {
  const { id, workspaceId, signed } = await decided()
  const saltOf = async () => (await api.facts(id))[0]!.data['salt']
  expect(await textHash({ ...text, salt: String(await saltOf()) })).toBe(signed.textHash)
  await api.product.platform.keys.erase({ workspaceId })
  expect(await saltOf()).toBeNull()
})

test('an erased request cannot be signed', async () => {
  const team = await api.team()
  const id = await api.newRequest(team, text)
  await api.product.platform.keys.erase({ workspaceId: team.id })
  expect((await api.post(`/requests/challenge/${id}`, team.ben)).body.code).toBe('request.not-found')
})
