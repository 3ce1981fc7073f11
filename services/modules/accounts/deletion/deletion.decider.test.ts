import { describe, expect, test } from 'vitest'
import { userDecider, type UserCommand } from '#modules/accounts/user.decider.ts'
import type { UserEvent } from '#modules/accounts/user.events.ts'

const userId = 'u'
const person = { userId, email: 'ada@example.org', addressHash: 'h', language: 'en' } as const
const account: UserEvent[] = [
  { type: 'UserSignedUp', data: { ...person, role: 'admin' } },
  { type: 'EmailVerified', data: { userId, role: 'admin' } },
]
const requested = (deletionId: string): UserEvent => ({
  type: 'DeletionRequested',
  data: { userId, deletionId },
})
const refused = (deletionId: string): UserEvent => ({
  type: 'DeletionRefused',
  data: { userId, deletionId, refusedBy: 'w' },
})
const deleted = (deletionId: string): UserEvent => ({ type: 'AccountDeleted', data: { userId, deletionId } })
const erased: UserEvent = { type: 'PersonErased', data: { userId, addressHash: 'h' } }

const when = (command: UserCommand, ...events: UserEvent[]) =>
  userDecider.decide(command, events.reduce(userDecider.evolve, userDecider.initialState))
const request = (deletionId: string): UserCommand => ({ type: 'RequestDeletion', userId, deletionId })
const refuse = (deletionId: string): UserCommand => ({
  type: 'RefuseDeletion',
  userId,
  deletionId,
  workspaceId: 'w',
})
const finish = (deletionId: string): UserCommand => ({ type: 'DeleteAccount', userId, deletionId })

describe('a deletion', () => {
  test('is requested once, and again after a refusal', () => {
    expect(when(request('d'), ...account)).toEqual([requested('d')])
    expect(when(request('e'), ...account, requested('d'))).toEqual([])
    expect(when(request('e'), ...account, requested('d'), refused('d'))).toEqual([requested('e')])
  })

  test('ends with the first outcome, refused or deleted', () => {
    expect(when(refuse('d'), ...account, requested('d'))).toEqual([refused('d')])
    expect(when(finish('d'), ...account, requested('d'))).toEqual([deleted('d')])
    expect(when(finish('d'), ...account, requested('d'), refused('d'))).toEqual([])
    expect(when(refuse('d'), ...account, requested('d'), deleted('d'))).toEqual([])
  })

  test('ignores the outcome of an earlier deletion', () => {
    const again = [...account, requested('d'), refused('d'), requested('e')]
    expect(when(finish('d'), ...again)).toEqual([])
    expect(when(refuse('d'), ...again)).toEqual([])
    expect(when(finish('e'), ...again)).toEqual([deleted('e')])
  })

  test('of an unknown account does nothing', () => {
    expect([request('d'), refuse('d'), finish('d')].flatMap((command) => when(command))).toEqual([])
  })
})

describe('a deleted account', () => {
  const gone = [...account, requested('d'), deleted('d')]

  test('accepts only the command to erase it, once', () => {
    const byGoogle: UserCommand = {
      type: 'SignInByProvider',
      ...person,
      identity: { provider: 'google', identityHash: 'i' },
      isProved: true,
      generation: 1,
    }
    const silent: UserCommand[] = [
      request('e'),
      { type: 'SignUp', ...person, generation: 1 },
      { type: 'RaiseRole', userId, by: null },
      { type: 'DisableDevice', userId, deviceId: 'd' },
    ]
    for (const facts of [gone, [...gone, erased]]) {
      expect(silent.flatMap((command) => when(command, ...facts))).toEqual([])
      expect(() => when({ type: 'VerifyEmail', userId }, ...facts)).toThrow(
        expect.objectContaining({ code: 'token.not-found' }),
      )
      expect(() => when(byGoogle, ...facts)).toThrow(expect.objectContaining({ code: 'google.refused' }))
    }
    expect(when({ type: 'Erase', userId }, ...gone)).toEqual([erased])
    expect(when({ type: 'Erase', userId }, ...gone, erased)).toEqual([])
  })
})
