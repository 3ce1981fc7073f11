import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../../testing/render.tsx'
import { entryOf } from '../../../testing/log-samples.ts'
import { ProofPanel } from './ProofPanel.tsx'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1'

test('the proof names the device, and copies the request id and both hashes in full', async () => {
  const entry = entryOf(2, { device: phone, requestId: '26905b4e-b7c0-408e-8c42-37f3b18491e5' })
  const { person } = renderAt('/', <ProofPanel entry={entry} />)
  screen.getByText('iPhone, Safari')
  const copied: string[] = []
  for (const name of ['Copy: Request id', 'Copy: Hash', 'Copy: Previous hash']) {
    await person.click(screen.getByRole('button', { name }))
    copied.push(await navigator.clipboard.readText())
  }
  expect(copied).toEqual([entry.requestId, entry.hash, entry.previousHash])
})

test('the first entry has no previous hash', () => {
  renderAt('/', <ProofPanel entry={entryOf(1)} />)
  expect(screen.queryByText('Previous hash')).toBeNull()
})
