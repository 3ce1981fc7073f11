import { expect, test } from 'vitest'
import { decideOn, expectRejected, opened } from '#support/facts/workspace-facts.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { evolve, initialState, type KnownWorkspace } from '#modules/workspaces/workspace.state.ts'
import { offerRules, type RequestOffer } from './offer.decider.ts'

const offer: RequestOffer['offer'] = {
  offerId: 'o',
  userId: 'u-anna',
  firstName: 'Anna',
  lastName: 'Muster',
  companyName: 'Muster GmbH',
  street: 'Musterweg',
  houseNumber: '12a',
  zipCode: '01069',
  months: 12,
  seats: 10,
  startDate: '2026-03-02',
}
const workspaceIn = (timezone: string) =>
  evolve(initialState, {
    type: 'WorkspaceCreated',
    data: {
      workspaceId: 'w',
      name: 'Praxis',
      timezone,
      trialStartsOn: '2026-01-01',
      trialEndsOn: '2026-01-31',
    },
  }) as KnownWorkspace
const offerOn = (startDate: string, now: string, timezone = 'Europe/Berlin') =>
  offerRules.RequestOffer(
    { type: 'RequestOffer', offer: { ...offer, startDate }, now: new Date(now) },
    workspaceIn(timezone),
  )

const day = '2026-03-02T12:00:00.000Z'

test('records the requested offer unchanged, also after the trial', () => {
  expect(offerOn('2026-03-02', day)).toEqual([
    { type: 'OfferRequested', data: { workspaceId: 'w', ...offer } },
  ])
})

test.each([
  ['2026-03-01', day, 'Europe/Berlin', 'is in the past'],
  ['2027-03-02', day, 'Europe/Berlin', null],
  ['2027-03-03', day, 'Europe/Berlin', 'is more than a year ahead'],
  // The night of the clock change, and time zones where it is another day.
  ['2026-03-29', '2026-03-29T21:59:00.000Z', 'Europe/Berlin', null],
  ['2026-03-29', '2026-03-29T22:00:00.000Z', 'Europe/Berlin', 'is in the past'],
  ['2026-03-02', day, 'Pacific/Kiritimati', 'is in the past'],
  ['2026-03-01', '2026-03-02T09:00:00.000Z', 'Pacific/Pago_Pago', null],
])('a start on %s, requested at %s in %s: %s', (startDate, now, timezone, problem) => {
  const request = () => offerOn(startDate, now, timezone)
  if (problem === null) expect(request()).toHaveLength(1)
  else
    expect(request).toThrow(
      expect.objectContaining({ code: 'input.invalid', details: [{ field: 'startDate', problem }] }),
    )
})

const requested = (offerId: string): WorkspaceEvent => ({
  type: 'OfferRequested',
  data: { workspaceId: 'w', ...offer, offerId },
})
const answer = { type: 'AnswerOffer', offerId: 'o', answeredBy: 'u-super', note: 'By e-mail' } as const
const answered: WorkspaceEvent = {
  type: 'OfferAnswered',
  data: { workspaceId: 'w', offerId: 'o', answeredBy: 'u-super', note: 'By e-mail' },
}

test('the latest requested offer is answered once; the next request waits again', () => {
  expect(decideOn(answer, ...opened, requested('o'))).toEqual([answered])
  expectRejected(answer, 'command.conflict', ...opened, requested('o'), answered)
  const next = { ...answer, offerId: 'next' }
  expect(decideOn(next, ...opened, requested('o'), answered, requested('next'))).toHaveLength(1)
})

test('an offer that was never requested, or before a newer one, is not answered', () => {
  expectRejected(answer, 'command.conflict', ...opened)
  expectRejected(answer, 'command.conflict', ...opened, requested('o'), requested('next'))
})
