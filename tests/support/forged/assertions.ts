import type { Authenticator } from '../product/authenticator.ts'

export type Tweaks = NonNullable<Parameters<Authenticator['get']>[1]>

/** The last counter of each authenticator that the server has seen. */
export const COUNTED = 99

/** Origins that must be rejected. */
export const ORIGINS = {
  'of another host': 'http://evil.example',
  'of a subdomain': 'http://app.localhost',
  'of another port': 'http://localhost:8080',
  'of another scheme': 'https://localhost',
  'with our origin as prefix': 'http://localhost.evil.example',
}
/** Correctly signed assertions that must be rejected. */
export const TWEAKS: readonly (readonly [string, Tweaks])[] = [
  ['for another site', { rpId: 'evil.example' }],
  ['for a subdomain', { rpId: 'app.localhost' }],
  ...Object.entries(ORIGINS).map(([how, origin]) => [`on a page ${how}`, { origin }] as const),
  ['in a cross-origin frame', { crossOrigin: true }],
  ['without user verification', { flags: 0x01 }],
  ['without user presence', { flags: 0x04 }],
  ['without flags', { flags: 0 }],
  ['of a registration', { type: 'webauthn.create' }],
  ['of a payment', { type: 'payment.get' }],
  ['with an unchanged counter', { counter: COUNTED }],
  ['with a smaller counter', { counter: 1 }],
  ['with a counter of zero', { counter: 0 }],
  ['with truncated authenticator data', { data: (bytes) => bytes.subarray(0, 36) }],
  ['with additional authenticator data', { data: (bytes) => Buffer.concat([bytes, Buffer.from([1])]) }],
  ['with additional client data', { clientData: (bytes) => Buffer.concat([bytes, Buffer.from(' true')]) }],
  ['with malformed client data', { clientData: () => Buffer.from('{') }],
  ['without a challenge in the client data', { clientData: () => Buffer.from('{"type":"webauthn.get"}') }],
]
