import { useState } from 'react'

/** How far somebody is with the first steps of a workspace, in this browser. */
export type Place = { readonly step: number; readonly isPutOff: boolean }

const start: Place = { step: 0, isPutOff: false }

/** Without storage it is kept for this page. */
const inStorage = <T>(use: (storage: Storage) => T): T | null => {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}

export const usePlace = (workspaceId: string): readonly [Place, (place: Place) => void] => {
  const key = `vieraugen-onboarding ${workspaceId}`
  const [place, setPlace] = useState<Place>(() => ({
    ...start,
    ...inStorage((storage) => JSON.parse(storage.getItem(key) ?? '{}') as Partial<Place>),
  }))
  const keep = (next: Place): void => {
    inStorage((storage) => storage.setItem(key, JSON.stringify(next)))
    setPlace(next)
  }
  return [place, keep]
}
