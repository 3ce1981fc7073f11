import { expect, test } from 'vitest'
import { mailDecider, type MailsState } from './mail.decider.ts'
import type { MailEvent, MailOutcome } from './mail.events.ts'
import { PERHAPS_SENT } from './mail.state.ts'

const { decide, evolve, initialState } = mailDecider
const causeId = 'e-1'
const purpose = 'request.created'
const of = (recipient: string, outcome: MailOutcome['outcome'] = 'sent'): MailOutcome => ({
  purpose,
  recipient,
  outcome,
})
const fold = (events: readonly MailEvent[], from: MailsState = initialState) => events.reduce(evolve, from)
const recorded = (outcomes: readonly MailOutcome[], mails: number, state = initialState) =>
  decide({ causeId, outcomes, mails }, state)

test('records outcomes together, with the totals so far', () => {
  const first = recorded([of('anna'), of('ben', 'dropped')], 5)
  expect(first).toEqual([
    {
      type: 'MailOutcomesRecorded',
      data: {
        causeId,
        outcomes: [of('anna'), of('ben', 'dropped')],
        sent: 1,
        dropped: 1,
        failed: 0,
        isFinal: false,
      },
    },
  ])
  expect(recorded([of('cleo'), of('dora', 'failed')], 5, fold(first))).toMatchObject([
    { data: { sent: 2, dropped: 1, failed: 1, isFinal: false } },
  ])
})

test('only the event that completes the outcomes is final', () => {
  const first = recorded([of('anna')], 2)
  const last = recorded([of('ben')], 2, fold(first))
  expect([...first, ...last].map(({ data }) => data.isFinal)).toEqual([false, true])
  // One more than the ledger counted.
  const late = recorded([of('cleo')], 2, fold([...first, ...last]))
  expect(late).toMatchObject([{ data: { sent: 3, isFinal: false } }])
  expect(recorded([of('dora')], 2, fold([...first, ...last, ...late]))).toMatchObject([
    { data: { isFinal: false } },
  ])
})

test('ignores a second outcome of the same mail', () => {
  const state = fold(recorded([of('anna', 'dropped')], 2))
  expect(recorded([of('anna', 'sent')], 2, state)).toEqual([])
  const both = recorded([of('anna'), of('ben', 'failed'), of('ben')], 2, state)
  expect(both).toMatchObject([
    { data: { outcomes: [of('ben', 'failed')], sent: 0, dropped: 1, failed: 1, isFinal: true } },
  ])
  const { outcomes } = fold(both, state)
  expect(outcomes.toObject()).toEqual({ [`${purpose} anna`]: 'dropped', [`${purpose} ben`]: 'failed' })
})

test('a mail that was perhaps sent counts as sent for programs that know no other word', () => {
  const events = recorded([{ ...of('anna'), reason: PERHAPS_SENT }, of('ben')], 2)
  expect(events).toMatchObject([{ data: { sent: 2, dropped: 0, failed: 0 } }])
  expect(fold(events).outcomes.get(`${purpose} anna`)).toBe('perhapsSent')
})

test('distinguishes mails to the same person by their purpose', () => {
  const other = { ...of('anna'), purpose: 'request.reported' }
  expect(recorded([other], 2, fold(recorded([of('anna')], 2)))).toMatchObject([
    { data: { outcomes: [other], isFinal: true } },
  ])
})

test('folding does not change an earlier state', () => {
  const before = fold(recorded([of('anna')], 2))
  fold(recorded([of('ben')], 2, before), before)
  expect(before.outcomes.size).toBe(1)
})
