import { expect, test } from 'vitest'
import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import {
  isApprovalOf,
  isCreationOf,
  prepareApproval,
  prepareCreation,
  type Approval,
  type CreatedFact,
  type RequestDraft,
} from './proof.ts'

const ids = {
  requestId: '0b54b0a6-6f5c-4a0e-9f5e-7f1a33ab6c11',
  workspaceId: '1d2c9a54-9c1c-4f4f-8a50-5fd2f6c6a3de',
  requesterId: '2a5d3d28-2f0d-4d0f-8f5e-0d3f7cf0a001',
  approverId: '3c1c0e8e-7e44-4a15-9d53-2b1df6a2b7f9',
}
const created = {
  type: 'RequestCreated',
  data: {
    ...ids,
    type: 'approval',
    title: 'Pay the invoice',
    details: 'No. 4711',
    requesterUserId: 'u',
    requesterEmail: 'anna@example.com',
    salt: 'c2FsdC1zYWx0LXNhbHQtc2FsdC1zYWx0LXNhbHQtc2E',
    expiresAt: '2026-03-09T10:00:00.000Z',
    workspaceRevision: 3,
  },
  metadata: { at: '2026-03-02T10:00:00.000Z' },
} as unknown as CreatedFact
const nonce = 'bm9uY2Utbm9uY2Utbm9uY2Utbm9uY2Utbm9uY2Utbm8'
const approvalOf = (of: CreatedFact = created, approverId = ids.approverId): Approval => ({
  created: of,
  described: null,
  files: [],
  filled: null,
  rule: null,
  approverId,
  onBehalfOf: null,
  call: null,
})
const prepared = await prepareApproval(approvalOf(), nonce)
const withData = (data: object): CreatedFact => ({ ...created, data: { ...created.data, ...data } })

test('the challenge is the hash of the canonical text, which contains no title, details or address', async () => {
  const { content, canonical, challenge } = prepared
  expect(canonical).toBe(canonicalText(content))
  expect(challenge).toBe(await hashOfText(canonical))
  expect(challenge).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(canonical).not.toMatch(/invoice|4711|@/)
})

test('accepts the content that was issued for this request and approver', async () => {
  expect(await isApprovalOf(approvalOf(), prepared)).toBe(true)
})

test.each(Object.keys(prepared.content))('rejects a content with another %s', async (field) => {
  const value = (prepared.content as Record<string, unknown>)[field]
  for (const other of [
    typeof value === 'number' ? value + 1 : `${(value as string).slice(0, -1)}!`,
    null,
    undefined,
  ]) {
    const canonical = canonicalText({ ...prepared.content, [field]: other })
    const issued = { canonical, challenge: await hashOfText(canonical) }
    // A content with another nonce is valid, but has another challenge, so the signature does not match.
    const expected = field === 'nonce' && typeof other === 'string' ? prepared.challenge : issued.challenge
    expect(await isApprovalOf(approvalOf(), { canonical, challenge: expected })).toBe(false)
  }
})

test('rejects a content with an additional field', async () => {
  const canonical = canonicalText({ ...prepared.content, number: '42' })
  expect(await isApprovalOf(approvalOf(), { canonical, challenge: await hashOfText(canonical) })).toBe(false)
})

test('rejects a challenge that is not the hash of its content', async () => {
  const challenge = await hashOfText('something else')
  expect(await isApprovalOf(approvalOf(), { ...prepared, challenge })).toBe(false)
})

test.each([
  ['another text', withData({ title: 'Pay the invoice twice' })],
  ['other details', withData({ details: 'No. 4712' })],
  ['no details', withData({ details: undefined })],
  ['another request', withData({ requestId: ids.workspaceId })],
  ['another requester', withData({ requesterId: ids.workspaceId })],
])('rejects a challenge for %s', async (_what, other) => {
  expect(await isApprovalOf(approvalOf(other), prepared)).toBe(false)
})

test('rejects a challenge for another approver', async () => {
  expect(await isApprovalOf(approvalOf(created, ids.requesterId), prepared)).toBe(false)
})

const draft: RequestDraft = {
  workspaceId: ids.workspaceId,
  requesterId: ids.requesterId,
  approverId: ids.approverId,
  type: 'verification',
  title: 'Call about the invoice',
  details: 'No. 4711',
  salt: created.data.salt!,
  described: null,
  files: [],
  filled: null,
  rule: null,
  lifetimeSeconds: 300,
}
const preparation = { requestId: ids.requestId, createdAt: '2026-03-02T10:00:00.000Z', nonce }
const creation = await prepareCreation(draft, preparation)

test('a creation signs the same fields, with its own kind and expiry', async () => {
  const { content, canonical, challenge } = creation
  expect(Object.keys(content).toSorted()).toEqual(Object.keys(prepared.content).toSorted())
  expect(content).toMatchObject({ kind: 'creation', expiresAt: '2026-03-02T10:05:00.000Z' })
  expect(challenge).toBe(await hashOfText(canonical))
  expect(canonical).not.toMatch(/invoice|4711|@|number/)
  expect(await isCreationOf(draft, creation)).toBe(true)
})

test.each(Object.keys(creation.content))('rejects a creation with another %s', async (field) => {
  const value = (creation.content as Record<string, unknown>)[field]
  const time = '2026-03-02T10:00:00.001Z'
  const changed =
    typeof value === 'number' ? value + 1 : field.endsWith('At') ? time : `${(value as string).slice(0, -1)}!`
  for (const other of [changed, null]) {
    const canonical = canonicalText({ ...creation.content, [field]: other })
    // These come from the issued text, so only the challenge shows a change.
    const isPrepared = field === 'requestId' || field === 'nonce'
    const challenge = isPrepared ? creation.challenge : await hashOfText(canonical)
    expect(await isCreationOf(draft, { canonical, challenge })).toBe(false)
  }
})

test.each<[string, Partial<RequestDraft>]>([
  ['workspace', { workspaceId: ids.requestId }],
  ['requester', { requesterId: ids.approverId }],
  ['approver', { approverId: ids.requesterId }],
  ['approver, any', { approverId: null }],
  ['type', { type: 'approval' }],
  ['title', { title: 'Call about the offer' }],
  ['details', { details: 'No. 4712' }],
  ['lack of details', { details: null }],
  ['secret', { salt: nonce }],
  ['life', { lifetimeSeconds: 301 }],
])('rejects a creation that was prepared for another %s', async (_what, other) => {
  expect(await isCreationOf({ ...draft, ...other }, creation)).toBe(false)
})

test('the content of an approval is no creation, and vice versa', async () => {
  expect(await isCreationOf(draft, prepared)).toBe(false)
  expect(await isApprovalOf(approvalOf(), creation)).toBe(false)
})
