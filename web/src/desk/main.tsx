import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { getLanguage } from '../shared/texts/language.ts'
import { applyTheme } from '../shared/theme-mode.ts'
import { routes } from './routes.tsx'
import '@fontsource-variable/inter/wght.css'
import '../shared/base.css'

applyTheme()
document.documentElement.lang = getLanguage()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
)
