import { expect, test } from 'vitest'
import { readMessage } from './push-notifications.ts'

const requestId = '11111111-1111-4111-8111-111111111111'

test('a request notification opens that request, in the recipient’s language', () => {
  expect(readMessage({ kind: 'request', requestId, language: 'de' })).toEqual({
    kind: 'request',
    language: 'de',
    path: `/m/requests/${requestId}`,
  })
})

test('a call check says that somebody is on the line, and later that it is over', () => {
  const check = { kind: 'request', requestId, language: 'de', about: 'check' }
  const path = `/m/requests/${requestId}`
  expect(readMessage(check)).toEqual({ kind: 'check', language: 'de', path })
  expect(readMessage({ ...check, isOver: true })).toEqual({ kind: 'over', language: 'de', path })
})

test('an expired request takes the place of the question, and tells who asked to ask again', () => {
  const expired = { kind: 'expired', requestId, language: 'en' }
  const path = `/m/requests/${requestId}`
  expect(readMessage(expired)).toEqual({ kind: 'expired', language: 'en', path })
  expect(readMessage({ ...expired, isOwn: true })).toEqual({ kind: 'expiredOwn', language: 'en', path })
})

test('a signature says how many there are, and opens the request', () => {
  const signed = { kind: 'signed', requestId, language: 'en', given: 1, of: 2 }
  const path = `/m/requests/${requestId}`
  expect(readMessage(signed)).toEqual({ kind: 'signed', language: 'en', path, counts: [1, 2] })
  expect(readMessage({ ...signed, of: '2' })).toMatchObject({ kind: 'other' })
})

test('an admin alert opens the request that it is about', () => {
  expect(readMessage({ kind: 'alert', requestId, language: 'en' })).toEqual({
    kind: 'alert',
    language: 'en',
    path: `/m/requests/${requestId}`,
    tag: `alert /m/requests/${requestId}`,
  })
})

test('a change opens its page, several open the inbox, and the end takes the place of either', () => {
  const [workspaceId, changeId] = [requestId, requestId.replaceAll('1', '2')]
  const tag = `changes ${workspaceId}`
  const change = { kind: 'change', workspaceId, language: 'de' }
  expect(readMessage({ ...change, changeId })).toEqual({
    kind: 'change',
    language: 'de',
    path: `/m/changes/${changeId}`,
    tag,
  })
  expect(readMessage(change)).toEqual({ kind: 'change', language: 'de', path: '/m', tag })
  expect(readMessage({ ...change, isOver: true })).toMatchObject({ kind: 'changeOver', path: '/m', tag })
})

test('the lifting of a protection opens the inbox, where it can be stopped, and its end takes its place', () => {
  const lift = { kind: 'lift', liftId: requestId, language: 'en' }
  const shown = { kind: 'lift', language: 'en', path: '/m', tag: `lift ${requestId}` }
  expect(readMessage(lift)).toEqual(shown)
  expect(readMessage({ ...lift, isOver: true })).toEqual({ ...shown, kind: 'liftOver' })
})

test('a waiting device opens the page on which it can be stopped', () => {
  expect(readMessage({ kind: 'device', deviceId: requestId, language: 'de' })).toEqual({
    kind: 'device',
    language: 'de',
    path: `/m/devices/${requestId}`,
  })
})

test('a signed-in phone leads to the list of sessions', () => {
  expect(readMessage({ kind: 'paired', language: 'de' })).toEqual({
    kind: 'paired',
    language: 'de',
    path: '/m/account',
  })
})

test.each([
  null,
  'text',
  {},
  { kind: 'request' },
  { kind: 'request', requestId: '../../evil' },
  { kind: 'request', requestId: `https://example.com/${requestId}` },
  { kind: 'change', workspaceId: '../../evil' },
  { kind: 'of a newer server', requestId },
])('any other message shows a general notification that opens the inbox: %j', (data) => {
  expect(readMessage(data)).toEqual({ kind: 'other', language: 'en', path: '/m' })
})
