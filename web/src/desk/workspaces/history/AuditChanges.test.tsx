import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../../testing/render.tsx'
import { AuditChanges } from './AuditChanges.tsx'

test('formats a changed time in the zone of the workspace', () => {
  const changes = [{ field: 'expiresAt', before: null, after: '2026-11-29T20:23:16.959Z' }]
  renderAt('/', <AuditChanges changes={changes} timeZone="Europe/Berlin" />)
  const [, after] = screen.getAllByRole('cell')
  expect(after?.textContent).toBe('29 Nov 2026, 21:23:16')
})
