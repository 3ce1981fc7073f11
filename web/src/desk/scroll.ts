import { useEffect, useLayoutEffect } from 'react'
import { useLocation, type Location } from 'react-router-dom'

/** Where the places to which pages were scrolled are kept, in this tab. */
const SCROLLED = 'vieraugen-scrolled'

let places: Record<string, number> = {}

/** By what a place is kept: the entry of the history, or for a page that was loaded anew its address. */
const placeOf = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string =>
  key === 'default' ? `${pathname}${search}` : key

/** A page that somebody goes to begins at its top, wherever it was left before; reloaded, or by the way back, it stays. */
export const beginAtTop = (): void => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  try {
    places = JSON.parse(sessionStorage.getItem(SCROLLED) ?? '{}') as Record<string, number>
  } catch {
    // without storage every page begins at its top
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

/** Scrolls each page to where it was, or to its top; stands beside the pages, so that it acts when they are there. */
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
