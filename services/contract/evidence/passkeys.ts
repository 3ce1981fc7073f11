import { fromBase64url, isRecord, isSame, joined, sha256, toBase64url, utf8, type Bytes } from './bytes.ts'
import { isSignedByEd25519, isSignedByP256, isSignedByRsa } from './signatures.ts'

/** Signatures of passkeys: WebAuthn Level 3, section 7.2, as far as it can be verified later. */

type Cose = ReadonlyMap<number, number | Bytes>
type Item = { readonly value: number | Bytes | Cose; readonly end: number }

const UNREADABLE = 'the key cannot be read'

/** The head of an item of CBOR: its type, its argument, and the place after it. */
const headAt = (data: Bytes, at: number): { type: number; size: number; at: number } => {
  const first = data[at]
  if (first === undefined) throw new TypeError(UNREADABLE)
  const [type, short] = [first >> 5, first & 31]
  if (short < 24) return { type, size: short, at: at + 1 }
  const width = 2 ** (short - 24)
  if (width > 4 || at + 1 + width > data.length) throw new TypeError(UNREADABLE)
  let size = 0
  for (const byte of data.subarray(at + 1, at + 1 + width)) size = size * 256 + byte
  return { type, size, at: at + 1 + width }
}

/** Reads an item of CBOR, of the types that keys are made of. */
const itemAt = (data: Bytes, start: number, isWithin = false): Item => {
  const { type, size, at } = headAt(data, start)
  if (type === 0) return { value: size, end: at }
  if (type === 1) return { value: -1 - size, end: at }
  if (type === 2 && at + size <= data.length) return { value: data.slice(at, at + size), end: at + size }
  if (type !== 5 || isWithin) throw new TypeError(UNREADABLE)
  const map = new Map<number, number | Bytes>()
  let end = at
  for (let left = size; left > 0; left -= 1) {
    const name = itemAt(data, end, true)
    const item = itemAt(data, name.end, true)
    map.set(name.value as number, item.value as number | Bytes)
    end = item.end
  }
  return { value: map, end }
}

/** The integer of DER at a place, as 32 bytes, and the place after it. */
const integerAt = (der: Bytes, at: number): { readonly bytes: Bytes; readonly end: number } => {
  const length = der[at + 1]!
  const end = at + 2 + length
  const whole = der.subarray(at + 2, end)
  const isPadded = whole[0] === 0
  const isShortest = !isPadded || (length > 1 && whole[1]! >= 128)
  if (der[at] !== 2 || !(length > 0) || end > der.length || whole[0]! >= 128 || !isShortest)
    throw new TypeError('the signature cannot be read')
  const digits = isPadded ? whole.subarray(1) : whole
  return { bytes: joined(new Uint8Array(Math.max(32 - digits.length, 0)), digits), end }
}

/** r ‖ s of a signature in DER, as WebCrypto takes it. */
const plainSignature = (der: Bytes): Bytes => {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) throw new TypeError('the signature cannot be read')
  const r = integerAt(der, 2)
  const s = integerAt(der, r.end)
  if (s.end !== der.length) throw new TypeError('the signature cannot be read')
  return joined(r.bytes, s.bytes)
}

const ES256 = -7
const ED25519 = -8
const RS256 = -257

/** The key of a passkey (COSE, base64url) as a JWK, with the members of its thumbprint (RFC 7638) alone. Throws TypeError. */
export const jwkOfPasskey = (publicKey: string): Readonly<Record<string, string>> => {
  const { value: key } = itemAt(fromBase64url(publicKey) ?? new Uint8Array(), 0)
  const part = (name: number): string => {
    const bytes = key instanceof Map ? key.get(name) : undefined
    if (!(bytes instanceof Uint8Array)) throw new TypeError(UNREADABLE)
    return toBase64url(bytes)
  }
  const algorithm = key instanceof Map ? key.get(3) : undefined
  if (algorithm === ES256) return { crv: 'P-256', kty: 'EC', x: part(-2), y: part(-3) }
  if (algorithm === ED25519) return { crv: 'Ed25519', kty: 'OKP', x: part(-2) }
  return { e: part(-2), kty: 'RSA', n: part(-1) }
}

const isSignedByCose = async (publicKey: Bytes, signature: Bytes, data: Bytes): Promise<boolean> => {
  const { value: key } = itemAt(publicKey, 0)
  if (!(key instanceof Map)) return false
  const part = (name: number): Bytes => {
    const bytes = key.get(name)
    if (!(bytes instanceof Uint8Array)) throw new TypeError(UNREADABLE)
    return bytes as Bytes
  }
  const is = (type: number, algorithm: number) => key.get(1) === type && key.get(3) === algorithm
  if (is(2, ES256))
    return isSignedByP256(toBase64url(part(-2)), toBase64url(part(-3)), plainSignature(signature), data)
  if (is(1, ED25519)) return isSignedByEd25519(part(-2), signature, data)
  return is(3, RS256) && isSignedByRsa(toBase64url(part(-1)), toBase64url(part(-2)), signature, data)
}

const clientData = (clientDataJSON: string): Readonly<Record<string, unknown>> | null => {
  const bytes = fromBase64url(clientDataJSON)
  const client: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes))
  return isRecord(client) ? client : null
}

/** The origin of the page, as the browser reports it; null if it says none. */
export const originIn = (clientDataJSON: string): string | null => {
  const origin = clientData(clientDataJSON)?.['origin']
  return typeof origin === 'string' ? origin : null
}

const USER_PRESENT_AND_VERIFIED = 0x05

type Signed = {
  readonly challenge: string
  readonly publicKey: string
  readonly signature: string
  readonly authenticatorData: string
  readonly clientDataJSON: string
}

/** Whether the passkey signed the challenge on the page that it names, for the site of that page, with the person verified. All is base64url. */
export const isSignedByPasskey = async (signed: Signed): Promise<boolean> => {
  const client = clientData(signed.clientDataJSON)
  const [publicKey, signature, authenticator, clientBytes] = [
    signed.publicKey,
    signed.signature,
    signed.authenticatorData,
    signed.clientDataJSON,
  ].map(fromBase64url)
  if (!client || !publicKey || !signature || !authenticator || !clientBytes) return false
  if (client['type'] !== 'webauthn.get' || client['challenge'] !== signed.challenge) return false
  if (client['crossOrigin'] === true || typeof client['origin'] !== 'string') return false
  const site = await sha256(utf8(new URL(client['origin']).hostname))
  const isVerified = (authenticator[32]! & USER_PRESENT_AND_VERIFIED) === USER_PRESENT_AND_VERIFIED
  return (
    isVerified &&
    isSame(authenticator.subarray(0, 32), site) &&
    (await isSignedByCose(publicKey, signature, joined(authenticator, await sha256(clientBytes))))
  )
}
