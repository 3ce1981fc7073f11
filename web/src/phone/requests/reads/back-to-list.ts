import { useLocation } from 'react-router-dom'

type FromList = { readonly list: string }

/** Returns the state for links from a list to its requests, so that the way back keeps the filters. */
export const useListState = (): FromList => {
  const { pathname, search } = useLocation()
  return { list: pathname + search }
}

/** Returns the path of the list that linked to this request. Default: the inbox. */
export const useBackPath = (): string => (useLocation().state as FromList | null)?.list ?? '/'
