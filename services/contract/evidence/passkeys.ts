import {
  fromBase64url,
  isRecord,
  isSame,
  isText,
  joined,
  sha256,
  toBase64url,
  utf8,
  type Bytes,
} from './bytes.ts'
import { isSignedBy, type Jwk } from './signatures.ts'

/** Signatures of passkeys: WebAuthn Level 3, section 7.2, as far as it can be verified later. */

type Cose = ReadonlyMap<number, number | Bytes>
type Item = { readonly value: number | Bytes | Cose; readonly end: number }

const unreadable: () => never = () => {
  throw new TypeError('the key or the signature cannot be read')
}

/** The head of an item of CBOR: its type, its argument, and the place after it. */
const headAt = (data: Bytes, at: number): { type: number; size: number; at: number } => {
  const first = data[at]
  if (first === undefined) unreadable()
  const [type, short] = [first >> 5, first & 31]
  if (short < 24) return { type, size: short, at: at + 1 }
  const width = 2 ** (short - 24)
  if (width > 4 || at + 1 + width > data.length) unreadable()
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
  if (type !== 5 || isWithin) unreadable()
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

/** r ‖ s of a signature in DER, as WebCrypto takes it. */
const plainSignature = (der: Bytes): Bytes => {
  let end = 2
  /** The next integer, as 32 bytes. */
  const integer = (): Bytes => {
    const [type, length] = [der[end], der[end + 1]!]
    const whole = der.subarray(end + 2, (end += 2 + length))
    const isPadded = whole[0] === 0
    const isShortest = !isPadded || (length > 1 && whole[1]! >= 128)
    if (type !== 2 || !(length > 0) || end > der.length || whole[0]! >= 128 || !isShortest) unreadable()
    const digits = isPadded ? whole.subarray(1) : whole
    return joined(new Uint8Array(Math.max(32 - digits.length, 0)), digits)
  }
  const both = joined(integer(), integer())
  if (der[0] !== 0x30 || der[1] !== der.length - 2 || end !== der.length) unreadable()
  return both
}

const ES256 = -7
const ED25519 = -8
const RS256 = -257
const P256 = 1
const CURVE25519 = 6

/** The key of a passkey (COSE, base64url) as a JWK, with the members of its thumbprint (RFC 7638) alone. Throws TypeError. */
export const jwkOfPasskey = (publicKey: string): Jwk => {
  const bytes = fromBase64url(publicKey) ?? joined()
  const { value: key, end } = itemAt(bytes, 0)
  if (end !== bytes.length) unreadable()
  const valueAt = (name: number) => (key instanceof Map ? key.get(name) : undefined)
  const part = (name: number): string => {
    const value = valueAt(name)
    if (!(value instanceof Uint8Array)) unreadable()
    return toBase64url(value)
  }
  const is = (type: number, algorithm: number, curve?: number) =>
    valueAt(1) === type && valueAt(3) === algorithm && (curve === undefined || valueAt(-1) === curve)
  if (is(2, ES256, P256)) return { crv: 'P-256', kty: 'EC', x: part(-2), y: part(-3) }
  if (is(1, ED25519, CURVE25519)) return { crv: 'Ed25519', kty: 'OKP', x: part(-2) }
  if (is(3, RS256)) return { e: part(-2), kty: 'RSA', n: part(-1) }
  unreadable()
}

const clientData = (clientDataJSON: string): Readonly<Record<string, unknown>> | null => {
  const bytes = fromBase64url(clientDataJSON)
  const client: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes))
  return isRecord(client) ? client : null
}

/** The origin of the page, as the browser reports it; null if it says none. */
export const originIn = (clientDataJSON: string): string | null => {
  const origin = clientData(clientDataJSON)?.['origin']
  return isText(origin) ? origin : null
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
  const [signature, authenticator, clientBytes] = [
    signed.signature,
    signed.authenticatorData,
    signed.clientDataJSON,
  ].map(fromBase64url)
  if (!client || !signature || !authenticator || !clientBytes) return false
  if (client['type'] !== 'webauthn.get' || client['challenge'] !== signed.challenge) return false
  if (client['crossOrigin'] === true || !isText(client['origin'])) return false
  const site = await sha256(utf8(new URL(client['origin']).hostname))
  const isVerified = (authenticator[32]! & USER_PRESENT_AND_VERIFIED) === USER_PRESENT_AND_VERIFIED
  if (!isVerified || !isSame(authenticator.subarray(0, 32), site)) return false
  const jwk = jwkOfPasskey(signed.publicKey)
  const plain = jwk.kty === 'EC' ? plainSignature(signature) : signature
  return isSignedBy(jwk, plain, joined(authenticator, await sha256(clientBytes)))
}
