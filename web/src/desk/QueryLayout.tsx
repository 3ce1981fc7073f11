import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router-dom'
import { createQueryClient } from '../shared/query-client.ts'

const client = createQueryClient()

/** Everything that calls the API stands below this; the landing page does without. */
export const QueryLayout = () => (
  <QueryClientProvider client={client}>
    <Outlet />
  </QueryClientProvider>
)
