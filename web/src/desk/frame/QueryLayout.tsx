import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router-dom'
import { authOptions } from '#contract/accounts/visitors.ts'
import { endpointQuery, onSessionEnd } from '#shared/api/api.ts'
import { sessionEndedPath } from '#shared/paths.ts'
import { createQueryClient } from '#shared/reads/query-client.ts'
import { rememberTarget } from '#shared/session/return-target.ts'

const client = createQueryClient()

// A full load forgets everything that the session had read.
onSessionEnd(() => {
  rememberTarget(location.pathname + location.search)
  location.assign(sessionEndedPath)
})

const PATIENCE_MS = 500

/** Known before a page shows, the ways to log in move nothing on it; one that does not hear of them soon comes without. */
export const waysInKnown = (): Promise<unknown> =>
  Promise.race([
    client.prefetchQuery(endpointQuery(authOptions)),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])

/** Everything that calls the API stands below this. */
export const QueryLayout = () => (
  <QueryClientProvider client={client}>
    <Outlet />
  </QueryClientProvider>
)
