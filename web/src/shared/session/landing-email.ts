import { inStorage } from './browser-storage.ts'

const STORED_AS = 'vieraugen-email'

/** Passes the address from the landing page to the sign-up page in this tab, because addresses must not be in URLs. */
export const rememberLandingEmail = (email: string): void =>
  void inStorage(() => sessionStorage.setItem(STORED_AS, email))

/** The address from the landing page. Empty if there is none. */
export const landingEmail = (): string => inStorage(() => sessionStorage.getItem(STORED_AS)) ?? ''
