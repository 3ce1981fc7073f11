import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../../testing/render.tsx'
import { TimeLeft } from './TimeLeft.tsx'

const MINUTE = 60_000

test.each([
  [6 * 1440 + 90, '6 d left', '6 d 1 h left'],
  [185, '3 h left', '3 h 5 min left'],
  [5, '5:00 left', '5:00 min left'],
])('shows %s minutes in one unit as a tag and in two as a line', (minutes, brief, whole) => {
  const expiresAt = new Date(Date.now() + minutes * MINUTE).toISOString()
  renderAt(
    '/',
    <>
      <TimeLeft expiresAt={expiresAt} isTag />
      <TimeLeft expiresAt={expiresAt} />
    </>,
  )
  const words = screen.getAllByText(/left$/).map(({ textContent }) => textContent)
  expect(words).toEqual([brief, whole])
})
