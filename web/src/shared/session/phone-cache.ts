/** Where the phone app keeps what it showed last; it goes with the session, wherever in this browser that ends. */
export const PHONE_CACHE = 'vieraugen-kept'

export const clearPhoneCache = (): void => {
  try {
    localStorage.removeItem(PHONE_CACHE)
  } catch {
    // without storage nothing is kept
  }
}
