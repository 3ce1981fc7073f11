import type { Static } from 'typebox'
import { onTestFinished, vi } from 'vitest'
import type { CreationOptions } from '#contract/accounts/passkeys.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

const passkeyWith = (...said: readonly string[]) => ({
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  response: Object.fromEntries(said.map((name) => [name, bytes(name)])),
  getClientExtensionResults: () => ({}),
})

/** What a server asks of a new passkey. */
export const creationOptions: Static<typeof CreationOptions> = {
  rp: { id: 'localhost', name: 'Vieraugen' },
  user: { id: 'aWQ', name: 'me@example.com', displayName: 'me@example.com' },
  challenge: 'A'.repeat(43),
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
}

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
  const answer = (passkey: object): Promise<unknown> =>
    isRefused ? Promise.reject(new DOMException('no', 'NotAllowedError')) : Promise.resolve(passkey)
  const get = (options: CredentialRequestOptions): Promise<unknown> => {
    asked.push(options)
    if (options.mediation === 'conditional') return new Promise(() => {})
    return answer(passkeyWith('clientDataJSON', 'authenticatorData', 'signature', 'userHandle'))
  }
  const made = passkeyWith('clientDataJSON', 'attestationObject')
  // The end of an SPKI of P-256: 64 zeros.
  Object.assign(made.response, {
    getPublicKey: () => new ArrayBuffer(91),
    getPublicKeyAlgorithm: () => -7,
  })
  const create = () => answer(made)
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  Object.defineProperty(navigator, 'credentials', { value: { get, create }, configurable: true })
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
