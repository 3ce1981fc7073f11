import { expect, test } from 'vitest'
import { expectRejected } from '#support/facts/workspace-facts.ts'
import { after, asker, invite, now, team } from '#support/facts/change-facts.ts'
import type { ApproveChange } from './act.decider.ts'

const approve = (given: Partial<ApproveChange> = {}): ApproveChange => ({
  type: 'ApproveChange',
  changeId: 'c',
  userId: 'u-cleo',
  email: null,
  evidence: { canonical: '{}', challenge: 'c', deviceId: 'd', publicKey: 'k', signature: 's' },
  invitedEmail: null,
  adminsHaveDevices: true,
  now,
  ...given,
})

test('what was typed and is erased by now cannot be done any more', () => {
  const invitation = after({ ...invite('dora'), ...asker('anna') }, ...team)
  expectRejected(approve(), 'change.not-found', ...invitation)
  expect(after(approve({ invitedEmail: 'dora@example.com' }), ...invitation).at(-1)).toMatchObject({
    type: 'ParticipantInvited',
  })
})
