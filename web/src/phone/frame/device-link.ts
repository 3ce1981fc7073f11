import { useSearchParams } from 'react-router-dom'

/** Returns the `next` parameter of the address: the path to continue with after setting up a device. Null unless it is a path of this app. */
export const useNextPath = (): string | null => {
  const [search] = useSearchParams()
  const next = search.get('next')
  return next && /^\/[a-z0-9/-]*$/.test(next) && !next.startsWith('//') ? next : null
}

/** State of a link to the devices page that opens the form even if this device can already sign. */
export const enrolFormState = { enrol: true } as const

export const wantsEnrolForm = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'enrol' in state && state.enrol === true
