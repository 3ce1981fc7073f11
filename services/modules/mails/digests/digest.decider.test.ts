import { expect, test } from 'vitest'
import { digestDecider, type DigestCommand } from './digest.decider.ts'
import type { DigestEvent } from './digest.events.ts'

const deferred = (aboutRequestId: string, dueAt = '2026-03-02T09:00:00.000Z'): DigestEvent => ({
  type: 'MailDeferred',
  data: { userId: 'u', aboutRequestId, purpose: 'request.created', dueAt },
})
const digest: DigestEvent = {
  type: 'DigestReleased',
  data: { userId: 'u', dueAt: '2026-03-02T09:00:00.000Z' },
}
const given = (...events: DigestEvent[]) => events.reduce(digestDecider.evolve, digestDecider.initialState)
const when = (command: DigestCommand, ...events: DigestEvent[]) =>
  digestDecider.decide(command, given(...events))
const send = (now: string, isWanted = false): DigestCommand => ({
  type: 'SendDue',
  isWanted,
  now: new Date(now),
})
const defer = (requestId: string, dueAt?: string): DigestCommand => {
  const { data } = deferred(requestId, dueAt) as Extract<DigestEvent, { type: 'MailDeferred' }>
  return { type: 'Defer', ...data }
}

test('one digest is due for all mails that were deferred, once', () => {
  expect(when(send('2026-03-02T08:59:59.999Z'), deferred('a'))).toEqual([])
  expect(when(send('2026-03-02T09:00:00.000Z'), deferred('a'), deferred('b'))).toEqual([digest])
  expect(when(send('2026-03-02T09:00:01.000Z'), deferred('a'), digest)).toEqual([])
  expect(when(send('2026-03-02T09:00:00.000Z'))).toEqual([])
})

test('what waits is sent earlier when the person does not want to wait', () => {
  expect(when(send('2026-03-02T08:00:00.000Z', true), deferred('a'))).toEqual([digest])
  expect(when(send('2026-03-02T08:00:00.000Z', true), deferred('a'), digest)).toEqual([])
})

test('a mail joins the digest that waits, and brings it forward if its own is due sooner', () => {
  const morning = '2026-03-03T06:00:00.000Z'
  expect(when(defer('b', morning), deferred('a'))).toEqual([deferred('b')])
  expect(when(defer('b'), deferred('a', morning))).toEqual([deferred('b')])
  expect(when(defer('b', morning), deferred('a'), digest)).toEqual([deferred('b', morning)])
})

test('tells of each request once, and of none that an earlier digest told of', () => {
  expect([...given(deferred('a'), deferred('b'), deferred('a')).waiting]).toEqual(['a', 'b'])
  expect([...given(deferred('a'), digest, deferred('b')).waiting]).toEqual(['b'])
})
