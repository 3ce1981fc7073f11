import { useEffect, useRef } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { Client } from '#contract/accounts/sessions.ts'
import { authOptions } from '#contract/accounts/visitors.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { GoogleIcon, MicrosoftIcon } from '#shared/parts/icons.tsx'
import { clientOfTarget, rememberTarget } from '#shared/session/return-target.ts'
import { showError } from '#shared/dialogs/toast.tsx'
import { PROVIDER_NAMES, PROVIDERS, type ProviderName } from '#shared/sign-in/provider-names.ts'
import { takeSignIn } from './pending-sign-in.ts'
import { providerTexts } from './provider-texts.ts'

const ICONS = { google: GoogleIcon, microsoft: MicrosoftIcon }

/** Saves the return address and the client. Absent if the page has done so. */
type Props = { readonly target?: string; readonly client?: Client }

/**
 * Logs in with the configured providers. `?with=google` and `?with=microsoft` act as a click that was made on another
 * page.
 */
export const ProviderButtons = ({ target, client }: Props) => {
  const text = providerTexts.use()
  const { data: options } = useQuery(endpointQuery(authOptions))
  const [search, setSearch] = useSearchParams()
  const start = useMutation({
    mutationFn: async (provider: ProviderName) => {
      if (!options) return
      if (target !== undefined) rememberTarget(target)
      const { startSignIn } = await import('./provider-sign-in.ts')
      await startSignIn({ provider, client: client ?? clientOfTarget() }, options)
    },
    onError: (error) => showError(error),
  })
  const offered = PROVIDERS.filter((provider) => options?.[provider])
  const wished = offered.find((provider) => provider === search.get('with'))

  // abandoned at the provider
  useEffect(() => void takeSignIn(), [])
  const isTaken = useRef(false)
  useEffect(() => {
    if (!wished || isTaken.current) return
    isTaken.current = true
    // so that the back button returns to this page and not to the provider again
    setSearch({}, { replace: true })
    start.mutate(wished)
  }, [wished, setSearch, start])

  if (offered.length === 0) return null
  return (
    <>
      <p className="auth-or">{text.or}</p>
      <div className="auth-providers">
        {offered.map((provider) => {
          const Icon = ICONS[provider]
          return (
            <button
              key={provider}
              type="button"
              className="button button-outlined"
              aria-label={text.logIn(PROVIDER_NAMES[provider])}
              aria-disabled={start.isPending}
              onClick={() => start.isPending || start.mutate(provider)}
            >
              <Icon />
              {PROVIDER_NAMES[provider]}
            </button>
          )
        })}
      </div>
    </>
  )
}
