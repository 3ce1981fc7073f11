import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { withChanged } from '#shared/filters/search-params.ts'

/** The change in the address. Opening adds to the browser's history, so that back closes. */
export const useOpenedChange = () => {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation() as { readonly state: { readonly openedHere?: true } | null }
  const navigate = useNavigate()
  const id = params.get('change')
  const isOpen = id !== null
  const isOpenedHere = state?.openedHere === true
  const show = useCallback(
    (to: string): void =>
      setParams((current) => withChanged(current, { change: to }), {
        replace: isOpen,
        state: isOpen ? state : { openedHere: true },
      }),
    [setParams, isOpen, state],
  )
  const close = useCallback((): void => {
    if (isOpenedHere) void navigate(-1)
    else setParams((current) => withChanged(current, { change: '' }), { replace: true })
  }, [isOpenedHere, navigate, setParams])
  return useMemo(() => ({ id, show, close }), [id, show, close])
}
