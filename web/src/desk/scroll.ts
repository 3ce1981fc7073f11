import { useEffect, useLayoutEffect } from 'react'
import { useLocation, type Location } from 'react-router-dom'

/** The storage key of the scroll positions of this tab. */
const SCROLLED = 'vieraugen-scrolled'

let places: Record<string, number> = {}

/** The key of a position: the history entry, or the address after a reload. */
const placeOf = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string =>
  key === 'default' ? `${pathname}${search}` : key

/** New pages start at the top. Reloads and the back button restore the position. */
export const beginAtTop = (): void => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  try {
    places = JSON.parse(sessionStorage.getItem(SCROLLED) ?? '{}') as Record<string, number>
  } catch {
    // without storage every page starts at the top
  }
  if (navigation?.type === 'navigate') delete places[location.pathname + location.search]
}

const keepPlaces = (): void => {
  history.scrollRestoration = 'auto'
  try {
    sessionStorage.setItem(SCROLLED, JSON.stringify(places))
  } catch {
    // as above
  }
}

/** Restores the scroll position of each page. Rendered beside the pages, so that it runs after they render. */
export const ScrollPlaces = (): null => {
  const here = useLocation()
  const place = placeOf(here)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    addEventListener('pagehide', keepPlaces)
    return () => removeEventListener('pagehide', keepPlaces)
  }, [])

  useLayoutEffect(() => {
    const target = here.hash && document.getElementById(here.hash.slice(1))
    if (target && places[place] === undefined) target.scrollIntoView()
    else scrollTo(0, places[place] ?? 0)
    const note = (): void => {
      places[place] = scrollY
    }
    addEventListener('scroll', note, { passive: true })
    return () => removeEventListener('scroll', note)
  }, [place, here.hash])
  return null
}
