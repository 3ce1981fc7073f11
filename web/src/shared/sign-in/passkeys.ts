import type { Assertion, Attestation, CreationOptions, RequestOptions } from '#contract/accounts/passkeys.ts'
import type { Static } from 'typebox'
import { loginPasskey, passkeyOptions, type Client } from '#contract/accounts/sessions.ts'
import { call } from '../api/api.ts'

/** The person said no, waited too long, or this device has none: the browser does not say which. */
export class NoPasskey extends Error {}

/** Fetched when it may be needed, so that a press need not wait for it: browsers forget a press soon. */
export const loadWebAuthn = () => import('@simplewebauthn/browser')
type WebAuthn = Awaited<ReturnType<typeof loadWebAuthn>>

/** Whether this browser can ask for a passkey, of this device or another one: none does where others can listen. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Whether this device itself can ask for a finger, a face or its PIN; a security key is asked elsewhere too. */
export const asksItself = async (): Promise<boolean> =>
  knowsPasskeys() && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)

const cancelled = (cause: unknown): never => {
  throw new NoPasskey(undefined, { cause })
}

/** A new one. Throws NoPasskey. */
export const makePasskey = async (options: Static<typeof CreationOptions>): Promise<Attestation> => {
  const { startRegistration } = await loadWebAuthn()
  const optionsJSON = options as Parameters<WebAuthn['startRegistration']>[0]['optionsJSON']
  const { id, rawId, type, response } = await startRegistration({ optionsJSON }).catch(cancelled)
  const { clientDataJSON, attestationObject, transports = [] } = response
  const made = { clientDataJSON, attestationObject, transports }
  return { id, rawId, type, clientExtensionResults: {}, response: made }
}

/** `useBrowserAutofill`: the browser offers them where somebody types their address. Throws NoPasskey. */
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

/** The token of a session that a passkey opened. Throws NoPasskey and ApiError. */
export const logInByPasskey = async (
  client: Client,
  given?: Parameters<typeof signWithPasskey>[1],
): Promise<string> => {
  const response = await signWithPasskey(await call(passkeyOptions), given)
  return (await call(loginPasskey, { body: { response, client } })).access_token
}
