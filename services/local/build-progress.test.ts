import { expect, test } from 'vitest'
import type { Build } from '../../projections/engine/builds/builds.ts'
import { createProgress } from './build-progress.ts'

const at = (facts: number) => `p1:${String(facts).padStart(20, '0')}`
const build = (position: string | null, state: Build['state'] = 'building'): Build => ({
  name: 'users_3',
  model: 'users',
  version: 1,
  build: 3,
  state,
  promotes: false,
  begun_at: null,
  store_id: 'x',
  position,
  fact: null,
  resumed: 0,
  created_at: new Date(0),
  updated_at: new Date(0),
  promoted_at: null,
  follows: null,
})

const progress = (head: string, isTTY: boolean) => {
  const written: string[] = []
  let ms = 0
  const output = { isTTY, write: (text: string) => written.push(text) > 0 }
  const shown = createProgress(head, { output, now: () => ms })
  return { written, ...shown, pass: (by: number) => void (ms += by) }
}

test('prints share, pace and remaining time every few seconds', () => {
  const { written, show, pass } = progress(at(100_000), false)
  show([build(null)])
  pass(1_000)
  show([build(at(10_000))])
  pass(3_000)
  show([build(at(40_000))])
  expect(written).toEqual(['users_3 40 %, 10,000 facts/s, 6 s left\n'])
})

test('refreshes one line on a terminal, and clears it at the end', () => {
  const { written, show, end, pass } = progress(at(100_000), true)
  show([build(null)])
  pass(500)
  show([build(at(10_000))])
  pass(500)
  show([build(at(100_000))])
  end()
  expect(written).toEqual([
    '\r\u001b[Kusers_3 10 %, 20,000 facts/s, 5 s left',
    '\r\u001b[Kusers_3 100 %, making indexes',
    '\r\u001b[K',
  ])
})

test('prints bytes when the store counts bytes', () => {
  const place = (commit: number) => `e1:${String(commit).padStart(20, '0')}${'0'.repeat(20)}`
  const { written, show, pass } = progress(place(10_000_000), false)
  show([build(null)])
  pass(4_000)
  show([build(place(4_000_000))])
  expect(written[0]).toBe('users_3 40 %, 1.0 MB/s of the log, 6 s left\n')
})
