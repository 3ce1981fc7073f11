import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createQueryClient } from '#shared/reads/query-client.ts'
import { Toaster } from '#shared/dialogs/toast.tsx'

/** Renders a part of a page as if it stood at `path`; answers who sits before it, and what the address is. */
export const renderAt = (path: string, part: ReactNode) => {
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
  /** As after somebody else changed what the page shows. */
  // oxlint-disable-next-line no-restricted-properties -- as the live stream does
  const readAgain = () => client.invalidateQueries({ predicate: ({ meta }) => !meta?.isHeld })
  return { person: userEvent.setup(), address, readAgain }
}
