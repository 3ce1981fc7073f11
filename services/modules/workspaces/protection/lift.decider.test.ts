import { describe, expect, test } from 'vitest'
import { decideOn, expectRejected, joined } from '#support/facts/workspace-facts.ts'
import { after, asked, asker, now, off, people, team, typesOf } from '#support/facts/change-facts.ts'
import { liftEnd, type LiftProtection, type StartLift } from './lift.decider.ts'

const endsAt = liftEnd(now, 7)
const start: StartLift = { type: 'StartLift', liftId: 'l', startedBy: 'u-op', reason: 'Cleo is gone', endsAt }
const end = (at: Date, liftId = 'l'): LiftProtection => ({
  type: 'LiftProtection',
  liftId,
  reason: 'Cleo is gone',
  now: at,
})
const stop = (name: string) => ({ type: 'StopLift', userId: `u-${name}` }) as const
const withdraw = { type: 'WithdrawLift' } as const
const started = after(start, ...team)

describe('lifting the protection', () => {
  test('waits, and a second start changes neither its end nor its reason', () => {
    expect(decideOn(start, ...team)).toEqual([
      {
        type: 'ProtectionLiftStarted',
        data: {
          workspaceId: 'w',
          liftId: 'l',
          startedBy: 'u-op',
          reason: 'Cleo is gone',
          endsAt: endsAt.toISOString(),
        },
      },
    ])
    expect(decideOn({ ...start, liftId: 'other' }, ...started)).toEqual([])
  })

  test('switches it off once, when the waiting time has passed', () => {
    expect(decideOn(end(new Date(endsAt.getTime() - 1)), ...started)).toEqual([])
    const lifted = after(end(endsAt), ...started)
    expect(lifted.at(-1)).toMatchObject({ type: 'ProtectionLifted', data: { reason: 'Cleo is gone' } })
    expect(decideOn(end(endsAt), ...lifted)).toEqual([])
    const alone = { type: 'PromoteParticipant', participantId: 'p-ben', ...asker('anna') } as const
    expect(typesOf(decideOn(alone, ...lifted))).toEqual(['ParticipantPromoted'])
  })

  test('goes on without its reason once that is erased', () => {
    const [event] = decideOn({ ...end(endsAt), reason: null }, ...started)
    expect(event?.data).toEqual({ workspaceId: 'w', liftId: 'l' })
  })

  test('overtakes a change that asks for the same', () => {
    const both = after(
      start,
      ...after({ type: 'ChangeSettings', peopleProtected: false, ...asker('anna') }, ...team),
    )
    expect(typesOf(decideOn(end(endsAt), ...both))).toEqual(['ProtectionLifted', 'ChangeOvertaken'])
    expect(typesOf(decideOn(end(endsAt), ...after(start, ...asked)))).toEqual(['ProtectionLifted'])
  })

  test('is stopped by an admin or an approver, and by nobody else', () => {
    const facts = [...started, joined('dora', { approver: true })]
    for (const name of ['anna', 'cleo', 'dora'])
      expect(typesOf(decideOn(stop(name), ...facts))).toEqual(['ProtectionLiftStopped'])
    expectRejected(stop('ben'), 'access.denied', ...facts)
    expectRejected(stop('nobody'), 'access.denied', ...facts)
    const inactive = after(
      { type: 'ChangeActivity', participantId: 'p-dora', value: false, ...asker('anna') },
      ...facts,
    )
    expectRejected(stop('dora'), 'access.denied', ...inactive)
  })

  test.each([stop('anna'), withdraw])(
    'ends by $type: it lifts nothing, and stopping again changes nothing',
    (how) => {
      const ended = after(how, ...started)
      expect(decideOn(end(endsAt), ...ended)).toEqual([])
      expect(decideOn(stop('anna'), ...ended)).toEqual([])
      expect(decideOn(withdraw, ...ended)).toEqual([])
      const again = after({ ...start, liftId: 'again' }, ...ended)
      expect(decideOn(end(endsAt), ...again)).toEqual([])
      expect(typesOf(decideOn(end(endsAt, 'again'), ...again))).toEqual(['ProtectionLifted'])
    },
  )

  test('is refused where people are not protected, as is stopping it too late', () => {
    for (const facts of [people, [...started, off], after(end(endsAt), ...started)])
      for (const command of [start, stop('anna'), withdraw])
        expectRejected(command, 'workspace.not-protected', ...facts)
  })
})
