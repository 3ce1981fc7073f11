/** Where the phone app keeps what it showed last; it goes with the session, wherever in this browser that ends. */
export const KEPT = 'vieraugen-kept'

export const forgetKept = (): void => {
  try {
    localStorage.removeItem(KEPT)
  } catch {
    // without storage nothing is kept
  }
}
