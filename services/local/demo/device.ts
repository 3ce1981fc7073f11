import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { canonicalText } from '#contract/requests/signing.ts'

/** A phone with a PIN key, which exists only as long as the demo is made. */
export const createDevice = (name: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  return {
    deviceId: randomUUID(),
    name,
    publicKey: canonicalText({ kty, crv, x, y }),
    /** The base64url signature over a base64url challenge, as WebCrypto makes it. */
    sign: (challenge: string): string =>
      sign('sha256', Buffer.from(challenge, 'base64url'), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      }).toString('base64url'),
  }
}
