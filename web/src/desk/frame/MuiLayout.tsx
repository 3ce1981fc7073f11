import type { ReactNode } from 'react'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import { theme } from './theme.ts'

/** Passes the nonce of the page to emotion. Without it the content security policy blocks its styles. */
const nonce = document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? ''
const cache = createCache({ key: 'css', nonce, prepend: true })

export const MuiLayout = ({ children }: { readonly children: ReactNode }) => (
  <CacheProvider value={cache}>
    <ThemeProvider theme={theme}>{children}</ThemeProvider>
  </CacheProvider>
)
