import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { requestInbox } from '#contract/requests/inbox.ts'
import { endpointPages } from '#shared/api/api.ts'
import { createQueryClient } from '#shared/reads/query-client.ts'
import { applyTheme } from '#shared/theme-mode.ts'
import { PhoneSessionProvider } from './accounts/sessions/phone-session.tsx'
import { pending, StyleguidePage } from './StyleguidePage.tsx'
import '#shared/base.css'
import '#shared/parts/parts.css'
import './phone.css'
import './controls.css'
import './content.css'

/** Entry of the styleguide. No build includes it. */
applyTheme()
const queries = createQueryClient()
queries.setDefaultOptions({ queries: { enabled: false } })
queries.setQueryData(endpointPages(requestInbox, { query: {} }).queryKey, {
  pages: [{ reply: [pending, pending, pending], nextCursor: null, total: null }],
  pageParams: [null],
})
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queries}>
    <MemoryRouter>
      <PhoneSessionProvider>
        <StyleguidePage />
      </PhoneSessionProvider>
    </MemoryRouter>
  </QueryClientProvider>,
)
