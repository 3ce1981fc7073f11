import type { Authenticator } from '../product/authenticator.ts'

export type Tweaks = NonNullable<Parameters<Authenticator['get']>[1]>

/** What the server has seen of each authenticator. */
export const COUNTED = 99

/** Where a page must not stand. */
export const ORIGINS = {
  'of another host': 'http://evil.example',
  'of a sub-domain': 'http://app.localhost',
  'of another port': 'http://localhost:8080',
  'of another scheme': 'https://localhost',
  'that begins as ours': 'http://localhost.evil.example',
}
/** How an authenticator of which COUNTED has been seen may have signed, each time rightly, what is not to be taken. */
export const TWEAKS: readonly (readonly [string, Tweaks])[] = [
  ['for another site', { rpId: 'evil.example' }],
  ['for a sub-domain', { rpId: 'app.localhost' }],
  ...Object.entries(ORIGINS).map(([how, origin]) => [`on a page ${how}`, { origin }] as const),
  ['in a page of another origin', { crossOrigin: true }],
  ['without the user being verified', { flags: 0x01 }],
  ['without anybody there', { flags: 0x04 }],
  ['without flags', { flags: 0 }],
  ['as if it were made', { type: 'webauthn.create' }],
  ['as a payment', { type: 'payment.get' }],
  ['with the count it had', { counter: COUNTED }],
  ['with a count that went back', { counter: 1 }],
  ['with no count any more', { counter: 0 }],
  ['with its data cut', { data: (bytes) => bytes.subarray(0, 36) }],
  ['with more data than it says', { data: (bytes) => Buffer.concat([bytes, Buffer.from([1])]) }],
  [
    'with a word behind what the page said',
    { said: (bytes) => Buffer.concat([bytes, Buffer.from(' true')]) },
  ],
  ['with no JSON of the page', { said: () => Buffer.from('{') }],
  ['with a page that said no challenge', { said: () => Buffer.from('{"type":"webauthn.get"}') }],
]
