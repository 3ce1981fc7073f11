import { useLocation } from 'react-router-dom'

/** Of a link from a list to one of its requests. */
type FromList = { readonly list: string }

/** What the links of this list carry, so that the way back leads to it as it is filtered now. */
export const useListState = (): FromList => {
  const { pathname, search } = useLocation()
  return { list: pathname + search }
}

/** The list from which one came to a request; the inbox where that was none. */
export const useBackPath = (): string => (useLocation().state as FromList | null)?.list ?? '/'
