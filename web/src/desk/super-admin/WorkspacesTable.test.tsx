import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listedOf } from '../../testing/samples.ts'
import { WorkspacesTable } from './WorkspacesTable.tsx'

test('only rows with a changed workspace render again after a read', () => {
  const draw = vi.fn<() => null>(() => null)
  const same = Object.defineProperty(listedOf(1), 'billingUser', { get: draw })
  const show = (name: string, readAt: string) => (
    <WorkspacesTable
      workspaces={[same, listedOf(2, { name })]}
      sort=""
      readAt={Date.parse(readAt)}
      onSort={() => {}}
    />
  )
  const { rerender, getByRole } = render(show('Harbour', '2026-03-01T23:10:00Z'))
  const drawn = draw.mock.calls.length
  rerender(show('Dockyard', '2026-03-01T23:14:59Z'))
  getByRole('button', { name: 'Dockyard' })
  expect(draw).toHaveBeenCalledTimes(drawn)
  // A day may have started in some time zone, which changes remaining times.
  rerender(show('Dockyard', '2026-03-01T23:15:00Z'))
  expect(draw.mock.calls.length).toBeGreaterThan(drawn)
})
