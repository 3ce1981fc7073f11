const STORED_AS = 'vieraugen-email'

/** Keeps what was typed on the landing page for the sign-up page, in this tab: no address goes through a URL. */
export const rememberLandingEmail = (email: string): void => {
  try {
    sessionStorage.setItem(STORED_AS, email)
  } catch {
    // without storage the sign-up page asks again
  }
}

/** What was typed on the landing page; empty when nothing was. */
export const landingEmail = (): string => {
  try {
    return sessionStorage.getItem(STORED_AS) ?? ''
  } catch {
    return ''
  }
}
