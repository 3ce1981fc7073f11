import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  historyCheckpoint,
  type HistoryTimeStamp,
  type HistoryWitness,
} from '#contract/workspaces/history-export.ts'
import { fakeApi } from '../../../../testing/fake-api.ts'
import { checkpointOf } from '../../../../testing/log-samples.ts'
import { renderAt } from '../../../../testing/render.tsx'
import { ids, signIn } from '../../../../testing/samples.ts'
import { Contradictions, Witnesses } from './Witnesses.tsx'

beforeEach(signIn)

const MINUTE_MS = 60_000
const before = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS - 1_000).toISOString()

const witnessOf = (changes: Partial<HistoryWitness> = {}): HistoryWitness => ({
  name: 'auditor.example/w1',
  verifierKey: `${changes.name ?? 'auditor.example/w1'}+00000000+BA==`,
  size: 7,
  at: before(12),
  trouble: null,
  since: null,
  contradictedAt: null,
  ...changes,
})

const show = (...witnesses: readonly HistoryWitness[]) => showWith(witnesses, null)

const showWith = (witnesses: readonly HistoryWitness[], timeStamp: HistoryTimeStamp | null) => {
  const api = fakeApi()
  api.answer(historyCheckpoint, checkpointOf(witnesses, timeStamp))
  return renderAt(
    '/',
    <>
      <Contradictions workspaceId={ids.workspace} timeZone="Europe/Berlin" />
      <p>The log</p>
      <Witnesses workspaceId={ids.workspace} timeZone="Europe/Berlin" />
    </>,
  )
}

test('who has seen the log, how much of it and when, stands below it', async () => {
  show(witnessOf(), witnessOf({ name: 'insurer.example/w2', at: before(0) }))
  const line = await screen.findByText(/^Seen from outside by/)
  expect(line.textContent).toBe(
    'Seen from outside by auditor.example/w1, 7 entries, 12 minutes ago; insurer.example/w2, 7 entries, just now.',
  )
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['unreached', 'not reached since'],
  ['unknown', 'does not watch this log, asked since'],
  ['refused', 'has refused since'],
  ['unproved', 'cannot be shown since'],
] as const)('a witness that signs nothing says why and since when: %s', async (trouble, words) => {
  show(witnessOf({ size: null, at: null, trouble, since: '2026-03-01T12:00:00.000Z' }))
  const line = await screen.findByText(/^Seen from outside by/)
  expect(line.textContent).toContain(`auditor.example/w1 (${words} `)
  expect(line.textContent).toMatch(/1 Mar 2026,? 13:00/)
})

test('another history is an alert above the log, also when the witness signs again', async () => {
  show(witnessOf({ contradictedAt: '2026-03-01T12:00:00.000Z' }), witnessOf({ name: 'b.example' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/^auditor[.]example[/]w1 has seen another history of this log/)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

const stampOf = (changes: Partial<HistoryTimeStamp> = {}): HistoryTimeStamp => ({
  authority: 'Zeitstelle 1',
  size: 7,
  at: before(12),
  text: 'text',
  token: 'AAAA',
  trouble: null,
  since: null,
  ...changes,
})

test('whose stamp is how old and over how many entries stands below the log', async () => {
  showWith([witnessOf()], stampOf())
  const line = await screen.findByText(/^Time stamp by/)
  expect(line.textContent).toBe('Time stamp by Zeitstelle 1: 7 entries, 12 minutes ago.')
})

test.each([
  ['unreached', 'the authority was not reached since'],
  ['refused', 'the authority has refused since'],
  ['invalid', 'what comes back is no stamp'],
  ['unproved', 'cannot be stamped since'],
] as const)('a log without a new stamp says why and since when: %s', async (trouble, words) => {
  const since = '2026-03-01T12:00:00.000Z'
  showWith([], stampOf({ authority: null, size: null, at: null, trouble, since }))
  const line = await screen.findByText(/^No time stamp yet/)
  expect(line.textContent).toContain(words)
  expect(line.textContent).toMatch(/1 Mar 2026,? 13:00/)
})

test('nothing is said without witnesses and stamps', async () => {
  show()
  await screen.findByText('The log')
  expect(document.body.textContent).not.toMatch(/Seen|stamp/)
})
