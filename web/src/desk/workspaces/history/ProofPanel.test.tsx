import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../../testing/render.tsx'
import { entryOf } from '../../../testing/samples.ts'
import { ProofPanel } from './ProofPanel.tsx'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1'

test('the proof names the device, and copies its own and the previous hash in full', async () => {
  const entry = entryOf(2, { device: phone })
  const { person } = renderAt('/', <ProofPanel entry={entry} />)
  screen.getByText('iPhone, Safari')
  const copied: string[] = []
  for (const name of ['Copy: Hash', 'Copy: Previous hash']) {
    await person.click(screen.getByRole('button', { name }))
    copied.push(await navigator.clipboard.readText())
  }
  expect(copied).toEqual([entry.hash, entry.previousHash])
})

test('the first entry has no previous hash', () => {
  renderAt('/', <ProofPanel entry={entryOf(1)} />)
  expect(screen.queryByText('Previous hash')).toBeNull()
})
