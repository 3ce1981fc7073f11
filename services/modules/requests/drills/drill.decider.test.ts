import { describe, expect, test } from 'vitest'
import { Rejected } from '#contract/errors.ts'
import { drillDecider, type DrillCommand } from './drill.decider.ts'
import type { DrillEvent } from './drill.events.ts'

const { decide, evolve, initialState } = drillDecider
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 10, minutes))
const after = (...events: readonly DrillEvent[]) => events.reduce(evolve, initialState)
const coded = (code: Rejected['code']) => expect.objectContaining({ code })

const person = (name: string) => ({ questionId: `q-${name}`, participantId: `p-${name}`, userId: name })
const send = (minutes: number, drillId = 'd1', names = ['cleo', 'dora']) =>
  ({
    type: 'SendDrill',
    drillId,
    workspaceId: 'w',
    sender: { participantId: 'p-admin', userId: 'admin' },
    asks: 'payment',
    title: 'Pay 48,200 € to Müller GmbH',
    byPerson: false,
    asked: names.map(person),
    most: { ofWorkspace: 3, ofPerson: 1 },
    workspaceRevision: 4,
    at: at(minutes),
  }) satisfies DrillCommand
const sent = (...given: Parameters<typeof send>) => decide(send(...given), after())
const answer = (minutes: number, name = 'cleo', userId = name) =>
  ({
    type: 'AnswerDrill',
    questionId: `q-${name}`,
    userId,
    answer: 'not-talking',
    at: at(minutes),
  }) satisfies DrillCommand
const end = (minutes: number, drillId = 'd1') =>
  ({ type: 'EndDrill', drillId, at: at(minutes) }) satisfies DrillCommand
const overtake = (minutes: number, ...userIds: string[]) =>
  ({ type: 'OvertakeDrill', userIds, at: at(minutes) }) satisfies DrillCommand
const typesOf = (events: readonly DrillEvent[]) => events.map(({ type }) => type)
const asked = (name: string) => ({ drillId: 'd1', workspaceId: 'w', ...person(name) })
const over = (name: string) => ({ drillId: 'd1', questionId: `q-${name}`, userId: name })
const ended: DrillEvent = { type: 'DrillEnded', data: { drillId: 'd1', workspaceId: 'w' } }

describe('a drill', () => {
  test('asks each of the chosen people for five minutes', () => {
    expect(sent(0)).toEqual([
      {
        type: 'DrillSent',
        data: {
          drillId: 'd1',
          workspaceId: 'w',
          participantId: 'p-admin',
          userId: 'admin',
          asks: 'payment',
          title: 'Pay 48,200 € to Müller GmbH',
          asked: 2,
          byPerson: false,
          expiresAt: at(5).toISOString(),
          workspaceRevision: 4,
        },
      },
      { type: 'DrillAsked', data: asked('cleo') },
      { type: 'DrillAsked', data: asked('dora') },
    ])
  })

  test('is the only one of its workspace, until it has expired or ended', () => {
    const running = after(...sent(0))
    expect(() => decide(send(4, 'd2', ['eve']), running)).toThrow(coded('drill.open'))
    expect(typesOf(decide(send(5, 'd2', ['eve']), running))).toEqual([
      'DrillEnded',
      'DrillSent',
      'DrillAsked',
    ])
    expect(typesOf(decide(send(1, 'd2', ['eve']), after(...sent(0), ended)))).toEqual([
      'DrillSent',
      'DrillAsked',
    ])
  })

  test('is one of three in 24 hours', () => {
    const events = [0, 60, 120].flatMap((minutes, i) => sent(minutes, `d${i}`, [`person${i}`]))
    const state = after(...events)
    const wait = [{ retryAfterSeconds: (24 * 60 - 130) * 60 }]
    expect(() => decide(send(130, 'd3', ['eve']), state)).toThrow(new Rejected('drill.too-many', wait))
    expect(() => decide(send(24 * 60 - 1, 'd3', ['eve']), state)).toThrow(coded('drill.too-many'))
    expect(typesOf(decide(send(24 * 60, 'd3', ['eve']), state))).toContain('DrillSent')
  })

  test('leaves out who has had one in 24 hours, and goes to nobody if these are all', () => {
    const state = after(...sent(0), ended)
    const events = decide(send(10, 'd2', ['cleo', 'eve']), state)
    expect(events.map(({ data }) => ('questionId' in data ? data.userId : 'drill'))).toEqual(['drill', 'eve'])
    expect(events[0]).toMatchObject({ data: { asked: 1 } })
    expect(() => decide(send(10, 'd2', ['cleo', 'dora']), state)).toThrow(coded('drill.nobody'))
    expect(() => decide(send(0, 'd2', []), after())).toThrow(coded('drill.nobody'))
  })

  test('takes one answer of each, from themselves, while it runs', () => {
    const state = after(...sent(0))
    const answered: DrillEvent = { type: 'DrillAnswered', data: { ...over('cleo'), answer: 'not-talking' } }
    expect(decide(answer(4), state)).toEqual([answered])
    expect(decide({ ...answer(4), answer: 'yes' }, after(...sent(0), answered))).toEqual([])
    expect(decide(answer(4, 'cleo', 'dora'), state)).toEqual([])
    expect(decide(answer(5), state)).toEqual([])
    expect(decide(answer(4), after(...sent(0), ended))).toEqual([])
  })

  test('gives way to a real call check, for everybody who has not answered', () => {
    const answered: DrillEvent = { type: 'DrillAnswered', data: { ...over('cleo'), answer: 'yes' } }
    const state = after(...sent(0), answered)
    const overtaken: DrillEvent = { type: 'DrillOvertaken', data: over('dora') }
    expect(decide(overtake(1, 'cleo', 'dora', 'eve'), state)).toEqual([overtaken])
    expect(decide(overtake(2, 'dora'), after(...sent(0), overtaken))).toEqual([])
    expect(decide(overtake(5, 'dora'), state)).toEqual([])
    expect(decide(answer(2, 'dora'), after(...sent(0), overtaken))).toEqual([])
  })

  test('ends once, after five minutes or when nobody has left to answer', () => {
    const answered = (name: string): DrillEvent => ({
      type: 'DrillAnswered',
      data: { ...over(name), answer: 'yes' },
    })
    expect(decide(end(4), after(...sent(0), answered('cleo')))).toEqual([])
    expect(decide(end(5), after(...sent(0), answered('cleo')))).toEqual([ended])
    expect(decide(end(1), after(...sent(0), answered('cleo'), answered('dora')))).toEqual([ended])
    expect(decide(end(9), after(...sent(0), ended))).toEqual([])
    expect(decide(end(9, 'other'), after(...sent(0)))).toEqual([])
  })
})
