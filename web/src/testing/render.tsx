import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, type InitialEntry } from 'react-router-dom'
import { createQueryClient } from '#shared/reads/query-client.ts'
import { Toaster } from '#shared/dialogs/toast.tsx'

/** Renders a component at `path`. Returns a user, and functions that read the address and go back. */
export const renderAt = (path: InitialEntry, part: ReactNode) => {
  const routes = [{ path: '*', element: part }]
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  const address = () => router.state.location.pathname + router.state.location.search
  /** Goes back, as the browser's button does. */
  const back = () => act(() => router.navigate(-1))
  /** Reads again, as after a change by somebody else. */
  // oxlint-disable-next-line no-restricted-properties -- as the live stream does
  const readAgain = () => client.invalidateQueries({ predicate: ({ meta }) => !meta?.isHeld })
  return { person: userEvent.setup(), address, back, readAgain }
}
