import { useSearchParams } from 'react-router-dom'

/** `?next=/requests/…`: where to go on after setting up; only paths of this page, null without one. */
export const useNext = (): string | null => {
  const [search] = useSearchParams()
  const next = search.get('next')
  return next && /^\/[a-z0-9/-]*$/.test(next) && !next.startsWith('//') ? next : null
}
