import type { Assertion, Attestation, CreationOptions, RequestOptions } from '#contract/accounts/passkeys.ts'
import type { Static } from 'typebox'
import { loginPasskey, passkeyOptions, type Client } from '#contract/accounts/sessions.ts'
import { call } from '../api/api.ts'

/** The user cancelled, ran out of time, or has no passkey. The browser does not say which. */
export class NoPasskey extends Error {}

/** Loaded ahead of the press, because browsers require a recent user gesture. */
export const loadWebAuthn = () => import('@simplewebauthn/browser')
type WebAuthn = Awaited<ReturnType<typeof loadWebAuthn>>

/** Whether this browser supports passkeys. Never without HTTPS. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Whether this device can verify its user by fingerprint, face or PIN, without a security key. */
export const asksItself = async (): Promise<boolean> =>
  knowsPasskeys() && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)

const cancelled = (cause: unknown): never => {
  throw new NoPasskey(undefined, { cause })
}

/** A new passkey. `key` is the thumbprint of its public key, null if the browser does not tell it. */
export type NewPasskey = { readonly response: Attestation; readonly key: string | null }

/** Creates a passkey. Throws NoPasskey. */
export const makePasskey = async (options: Static<typeof CreationOptions>): Promise<NewPasskey> => {
  const { startRegistration } = await loadWebAuthn()
  const optionsJSON = options as Parameters<WebAuthn['startRegistration']>[0]['optionsJSON']
  const { id, rawId, type, response } = await startRegistration({ optionsJSON }).catch(cancelled)
  const { clientDataJSON, attestationObject, transports = [], publicKey, publicKeyAlgorithm } = response
  const made = { clientDataJSON, attestationObject, transports }
  // Loaded here, because pages that only sign in do not need it.
  const { passkeyThumbprint } = await import('./thumbprint.ts')
  return {
    response: { id, rawId, type, clientExtensionResults: {}, response: made },
    key: await passkeyThumbprint(publicKeyAlgorithm, publicKey),
  }
}

/** `useBrowserAutofill`: the browser offers passkeys in the e-mail field. Throws NoPasskey. */
export const signWithPasskey = async (
  options: RequestOptions,
  { useBrowserAutofill = false } = {},
): Promise<Assertion> => {
  const { startAuthentication } = await loadWebAuthn()
  const optionsJSON = options as Parameters<WebAuthn['startAuthentication']>[0]['optionsJSON']
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(cancelled)
  const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response
  const signed = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
  const { id, rawId, type } = answer
  return { id, rawId, type, clientExtensionResults: {}, response: signed }
}

/** Signs in with a passkey and returns the token. Throws NoPasskey and ApiError. */
export const logInByPasskey = async (
  client: Client,
  given?: Parameters<typeof signWithPasskey>[1],
): Promise<string> => {
  const response = await signWithPasskey(await call(passkeyOptions), given)
  return (await call(loginPasskey, { body: { response, client } })).access_token
}
