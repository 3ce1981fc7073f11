import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router-dom'
import { authOptions } from '#contract/accounts/visitors.ts'
import { endpointQuery, onSessionEnd } from '#shared/api/api.ts'
import { sessionEndedPath } from '#shared/paths.ts'
import { createQueryClient } from '#shared/reads/query-client.ts'
import { StepUpHost } from '#shared/step-up/StepUpHost.tsx'
import { rememberTarget } from '#shared/session/return-target.ts'

const client = createQueryClient()

// A page load clears all data of the session.
onSessionEnd(() => {
  rememberTarget(location.pathname + location.search)
  location.assign(sessionEndedPath)
})

const PATIENCE_MS = 500

/** Loads the login options before the page shows, so that they move nothing. After a short wait the page shows without. */
export const waysInKnown = (): Promise<unknown> =>
  Promise.race([
    client.prefetchQuery(endpointQuery(authOptions)),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])

/** Provides the query client and the session handling for all pages that call the API. */
export const QueryLayout = () => (
  <QueryClientProvider client={client}>
    <Outlet />
    <StepUpHost />
  </QueryClientProvider>
)
