const STORED_AS = 'vieraugen-email'

/** Passes the address from the landing page to the sign-up page in this tab, because addresses must not be in URLs. */
export const rememberLandingEmail = (email: string): void => {
  try {
    sessionStorage.setItem(STORED_AS, email)
  } catch {
    // without storage the sign-up page asks again
  }
}

/** The address from the landing page. Empty if there is none. */
export const landingEmail = (): string => {
  try {
    return sessionStorage.getItem(STORED_AS) ?? ''
  } catch {
    return ''
  }
}
