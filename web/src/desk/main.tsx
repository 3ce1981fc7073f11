import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { getLanguage } from '#shared/texts/language.ts'
import { applyTheme } from '#shared/theme-mode.ts'
import { beginAtTop } from './scroll.ts'
import { Root } from './Root.tsx'
import '@fontsource-variable/inter/wght.css'
import '#shared/base.css'

applyTheme()
beginAtTop()
document.documentElement.lang = getLanguage()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <Root />
    </BrowserRouter>
  </StrictMode>,
)
