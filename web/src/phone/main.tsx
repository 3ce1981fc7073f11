import { StrictMode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { keepInstallPrompt } from './background/install-prompt.ts'
import { ErrorBoundary } from './frame/ErrorBoundary.tsx'
import { persistQueries } from './reads/persisted-queries.ts'
import { RequireSession } from './accounts/sessions/RequireSession.tsx'
import { PhoneSessionProvider } from './accounts/sessions/phone-session.tsx'
import { createQueryClient } from '#shared/reads/query-client.ts'
import { StepUpHost } from '#shared/step-up/StepUpHost.tsx'
import { getLanguage } from '#shared/texts/language.ts'
import { applyTheme } from '#shared/theme-mode.ts'
import { PhoneRoutes } from './routes.tsx'
import '#shared/base.css'
import '#shared/parts/parts.css'
import './phone.css'
import './controls.css'
import './content.css'

applyTheme()
document.documentElement.lang = getLanguage()
// The shortcuts of the app's icon have words.
if (getLanguage() === 'de')
  document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href = '/m-manifest-de.webmanifest'
keepInstallPrompt()

const client = createQueryClient()
const defaults = client.getDefaultOptions()
// Queries pause offline and continue by themselves. Every screen shows that the connection is lost.
client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, networkMode: 'online' } })
const restored = persistQueries(client)

const root = document.getElementById('root')
if (!root) throw new Error('m.html has no element #root')
const app = (
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter basename="/m">
          <PhoneSessionProvider>
            <RequireSession>
              <PhoneRoutes />
            </RequireSession>
          </PhoneSessionProvider>
        </BrowserRouter>
        <StepUpHost />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>
)
void restored.finally(() => createRoot(root).render(app))
