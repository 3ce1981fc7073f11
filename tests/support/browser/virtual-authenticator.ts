import type { Page } from 'playwright-core'

/** Adds a virtual authenticator that verifies its user. `usb` is a security key, for a device without its own sensor. */
export const addAuthenticator = async (page: Page, transport: 'internal' | 'usb' = 'internal') => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Sets whether user verification succeeds. */
    knows: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Sets whether the user responds at all. */
    isThere: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}
