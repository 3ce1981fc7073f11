import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { historyCheckpoint, type HistoryWitness } from '#contract/workspaces/history-export.ts'
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

const show = (...witnesses: readonly HistoryWitness[]) => {
  const api = fakeApi()
  api.answer(historyCheckpoint, checkpointOf(witnesses))
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

test('nothing is said without witnesses', async () => {
  show()
  await screen.findByText('The log')
  expect(document.body.textContent).not.toContain('Seen')
})
