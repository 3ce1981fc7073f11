import type { ReactNode } from 'react'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import { theme } from './theme.ts'

/** The server writes a fresh nonce into the page; without it the content security policy refuses emotion's styles. */
const nonce = document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? ''
const cache = createCache({ key: 'css', nonce, prepend: true })

export const MuiLayout = ({ children }: { readonly children: ReactNode }) => (
  <CacheProvider value={cache}>
    <ThemeProvider theme={theme}>{children}</ThemeProvider>
  </CacheProvider>
)
