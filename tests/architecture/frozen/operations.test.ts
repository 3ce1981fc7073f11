import { readFileSync } from 'node:fs'
import Type, { type TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#support/endpoints/endpoints.ts'
import {
  FROZEN_OPERATIONS,
  freezeOperations,
  operationFaults,
  operationOf,
  type FrozenOperation,
} from './frozen-operations.ts'
import { linesOf } from './frozen.ts'

const stored = readFileSync(FROZEN_OPERATIONS, 'utf8')
const frozen = JSON.parse(stored) as readonly FrozenOperation[]
const now = endpoints.map(operationOf)

test('every operation takes and answers what installed phone apps rely on', () => {
  expect(operationFaults(frozen, now)).toEqual([])
  expect(`${linesOf(frozen)}\n`).toBe(stored)
})

const seat = {
  id: Type.String(),
  state: Type.Union([Type.Literal('free'), Type.Literal('taken')]),
  holder: Type.Object({ name: Type.String() }),
}
const body = { name: Type.String({ minLength: 1, maxLength: 80 }), note: Type.Optional(Type.String()) }
const seatOf = (answer: { [field: string]: TSchema }, sent: { [field: string]: TSchema } = body) =>
  operationOf({
    operation: 'seats.take',
    method: 'POST',
    path: '/seats/take',
    query: Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 100 })) }),
    body: Type.Object(sent),
    reply: Type.Array(Type.Object(answer)),
  } as unknown as Endpoint)
const before = seatOf(seat)
const faults = (after: FrozenOperation) => operationFaults([before], [after]).join('\n')

describe('an operation', () => {
  const { id, ...withoutId } = seat
  const free = Type.Literal('free')

  test.each([
    ['loses a field of its answer', seatOf(withoutId), 'there is no answer[].id'],
    ['renames one', seatOf({ ...withoutId, seatId: id }), 'there is no answer[].id'],
    ['makes one optional', seatOf({ ...seat, id: Type.Optional(id) }), 'answer[].id may be missing'],
    ['answers null', seatOf({ ...seat, id: Type.Union([id, Type.Null()]) }), 'answer[].id may be null'],
    ['answers another type', seatOf({ ...seat, id: Type.Integer() }), 'answer[].id may be integer'],
    ['loses a word', seatOf({ ...seat, state: free }), 'answer[].state is never "taken"'],
    [
      'changes a field within a field',
      seatOf({ ...seat, holder: Type.Object({}) }),
      'there is no answer[].holder.name',
    ],
    ['requires a new field', seatOf(seat, { ...body, row: Type.Integer() }), 'body.row is required'],
    [
      'requires one that was optional',
      seatOf(seat, { ...body, note: Type.String() }),
      'body.note is required',
    ],
    ['no longer takes one', seatOf(seat, { name: body.name }), 'body.note is not taken'],
    [
      'takes shorter text',
      seatOf(seat, { ...body, name: Type.String({ minLength: 1, maxLength: 40 }) }),
      'body.name has maxLength 40',
    ],
    [
      'bounds what was free',
      seatOf(seat, { ...body, note: Type.Optional(Type.String({ maxLength: 9 })) }),
      'body.note has maxLength 9',
    ],
    ['takes another type', seatOf(seat, { ...body, name: Type.Integer() }), 'body.name may not be string'],
    ['is called otherwise', { ...before, call: 'PUT /seats/take' }, 'it is called by PUT /seats/take'],
  ])('that %s needs a declaration', (_, after, words) => {
    expect(faults(after)).toContain(words)
    expect(faults(after)).toContain(`npm run freeze -- --breaks seats.take 'why`)
    expect(freezeOperations([before], [after])).toEqual([before])
    const declared = freezeOperations([before], [after], {
      operations: ['seats.take'],
      why: 'no app calls it',
    })
    expect(operationFaults(declared, [after])).toEqual([])
    expect(declared[0]!.declared).toEqual([
      { breaks: expect.arrayContaining([expect.stringContaining(words)]), why: 'no app calls it' },
    ])
  })

  test('that was removed needs a declaration', () => {
    expect(operationFaults([before], []).join()).toContain('it does not exist')
    expect(freezeOperations([before], [], { operations: ['seats.take'], why: 'no app calls it' })).toEqual([])
  })

  test.each([
    ['a field of the answer', seatOf({ ...seat, since: Type.String() })],
    ['a word', seatOf({ ...seat, state: Type.Union([...seat.state.anyOf, Type.Literal('lost')]) })],
    ['an optional field', seatOf(seat, { ...body, row: Type.Optional(Type.Integer()) })],
    ['longer text', seatOf(seat, { ...body, name: Type.String({ minLength: 1, maxLength: 90 }) })],
    [
      'an optional object with required fields',
      seatOf(seat, { ...body, row: Type.Optional(Type.Object({ id })) }),
    ],
  ])('may add %s, and freezes it', (_, after) => {
    expect(operationFaults([before], [after])).toEqual([
      'seats.take has an addition that is not frozen yet: run npm run freeze.',
    ])
    expect(operationFaults(freezeOperations([before], [after]), [after])).toEqual([])
  })

  test('that breaks nothing is not declared, and a declaration gives a reason', () => {
    const declare = (after: FrozenOperation, why: string) => () =>
      freezeOperations([before], [after], { operations: ['seats.take'], why })
    expect(declare(before, 'why')).toThrow('seats.take breaks nothing')
    expect(declare(seatOf(withoutId), ' ')).toThrow('Say why')
  })
})
