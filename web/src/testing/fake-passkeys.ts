import { onTestFinished, vi } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/**
 * A browser with passkeys until the end of the test. `isOffering`: supports autofill, which the user ignores.
 * `isOfDevice`: the device can verify its user. Returns the requested options and a function that makes requests fail.
 */
export const fakePasskeys = ({ isOffering = false, isOfDevice = false } = {}) => {
  const asked: CredentialRequestOptions[] = []
  let isRefused = false
  const FakeCredential = Object.assign(() => {}, {
    isConditionalMediationAvailable: () => Promise.resolve(isOffering),
    isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.resolve(isOfDevice),
  })
  const get = (options: CredentialRequestOptions): Promise<unknown> => {
    asked.push(options)
    if (options.mediation === 'conditional') return new Promise(() => {})
    if (isRefused) return Promise.reject(new DOMException('no', 'NotAllowedError'))
    const said = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']
    const response = Object.fromEntries(said.map((name) => [name, bytes(name)]))
    const passkey = { id: 'aWQ', rawId: bytes('id'), type: 'public-key', response }
    return Promise.resolve({ ...passkey, getClientExtensionResults: () => ({}) })
  }
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'credentials')
  })
  return {
    asked,
    /** Makes the user cancel. */
    refuse: (refused = true) => void (isRefused = refused),
  }
}
