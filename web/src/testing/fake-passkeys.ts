import { onTestFinished, vi } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/**
 * A browser that knows passkeys until the test is over. `isOffering`: it offers them where the address is typed, which
 * nobody takes up. `isOfDevice`: the device itself can ask for a finger. Answers what it was asked to sign, and lets a test refuse.
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
    /** From now on somebody says no. */
    refuse: (refused = true) => void (isRefused = refused),
  }
}
