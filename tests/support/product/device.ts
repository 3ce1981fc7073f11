const { subtle } = globalThis.crypto

const base64url = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url')

/** A PIN device with its own WebCrypto key, as in the phone app. */
export const newDevice = async () => {
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const { x, y } = await subtle.exportKey('jwk', pair.publicKey)
  const sign = async (challenge: string): Promise<string> =>
    base64url(
      await subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        pair.privateKey,
        Buffer.from(challenge, 'base64url'),
      ),
    )
  const publicKey = { kty: 'EC' as const, crv: 'P-256' as const, x: x!, y: y! }
  return {
    sign,
    publicKey,
    /** The body of `register-device` without name and PIN. */
    registration: async (challenge: string) => ({
      kind: 'pin' as const,
      challenge,
      publicKey,
      signature: await sign(challenge),
    }),
  }
}
