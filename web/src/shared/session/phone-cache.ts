/** The storage key of the last data that the phone app showed. Deleted with the session, in desk and phone. */
export const PHONE_CACHE = 'vieraugen-kept'

export const clearPhoneCache = (): void => {
  try {
    localStorage.removeItem(PHONE_CACHE)
  } catch {
    // without storage nothing is kept
  }
}
