import { joined, sha256, toHex, type Bytes } from './bytes.ts'
import {
  BITS,
  bitsOf,
  BOOLEAN,
  elementsIn,
  INTEGER,
  OCTETS,
  oidOf,
  onlyElement,
  partsOf,
  requireEnd,
  SET,
  taken,
  timeOf,
  within,
  type Der,
} from './der.ts'
import { UnknownAlgorithm } from './signatures.ts'

/** Reads certificates (RFC 5280), as far as those of time-stamping authorities need it. */

export type Certificate = {
  readonly whole: Bytes
  /** What its issuer signed. */
  readonly signed: Bytes
  readonly algorithm: Der
  readonly signature: Bytes
  /** Serial number, issuer and subject with their tags. */
  readonly serial: Bytes
  readonly issuer: Bytes
  readonly subject: Bytes
  /** How the subject calls itself: text of whoever made the certificate. */
  readonly name: string
  readonly from: Date
  readonly until: Date
  /** SubjectPublicKeyInfo. */
  readonly key: Bytes
  /** By object identifier. */
  readonly extensions: ReadonlyMap<string, { readonly isCritical: boolean; readonly value: Bytes }>
}

const [COMMON_NAME, ORGANIZATION] = ['550403', '55040a']
const BMP = 0x1e
const MOST_NAME = 100

/** The common name of a subject, else its organization. */
const nameIn = (subject: Der): string => {
  const names = new Map(
    elementsIn(subject.body).flatMap((set) =>
      partsOf(set, SET).map((pair) => {
        const [type, value] = partsOf(pair)
        return [oidOf(type), value] as const
      }),
    ),
  )
  const value = names.get(COMMON_NAME) ?? names.get(ORGANIZATION)
  if (!value) return ''
  return new TextDecoder(value.tag === BMP ? 'utf-16be' : 'utf-8').decode(value.body).slice(0, MOST_NAME)
}

const isTrue = (element: Der | undefined): boolean =>
  element?.tag === BOOLEAN && element.body.length === 1 && element.body[0] === 0xff

const extensionsIn = (element: Der | undefined): Certificate['extensions'] => {
  const all = element ? partsOf(onlyElement(element.body)) : []
  return new Map(
    all.map((extension) => {
      const parts = partsOf(extension)
      const name = oidOf(parts.shift())
      const isCritical = isTrue(taken(parts, BOOLEAN))
      const value = within(parts.shift(), OCTETS)
      requireEnd(parts)
      return [name, { isCritical, value }]
    }),
  )
}

const [VERSION, ISSUER_ID, SUBJECT_ID, EXTENSIONS] = [0xa0, 0x81, 0x82, 0xa3]

/** Throws TypeError. */
export const readCertificate = (certificate: Der): Certificate => {
  const [signed, algorithm, signature, ...more] = partsOf(certificate)
  const parts = partsOf(signed)
  taken(parts, VERSION)
  const [serial, inner, issuer, validity, subject, key, ...rest] = parts
  taken(rest, ISSUER_ID)
  taken(rest, SUBJECT_ID)
  const extensions = extensionsIn(taken(rest, EXTENSIONS))
  const [from, until] = partsOf(validity)
  within(serial, INTEGER)
  requireEnd([...more, ...rest])
  if (toHex(inner!.whole) !== toHex(algorithm!.whole)) throw new TypeError('two algorithms')
  return {
    whole: certificate.whole,
    signed: signed!.whole,
    algorithm: algorithm!,
    signature: bitsOf(signature),
    serial: serial!.whole,
    issuer: issuer!.whole,
    subject: subject!.whole,
    name: nameIn(subject!),
    from: timeOf(from!),
    until: timeOf(until!),
    key: key!.whole,
    extensions,
  }
}

/** 64 hex digits, as `openssl x509 -fingerprint -sha256` prints them without its colons. */
export const fingerprintOf = async ({ whole }: Pick<Certificate, 'whole'>): Promise<string> =>
  toHex(await sha256(whole))

const HASHES: Readonly<Record<string, string>> = {
  '608648016503040201': 'SHA-256',
  '608648016503040202': 'SHA-384',
  '608648016503040203': 'SHA-512',
}

const unknown = (): never => {
  throw new UnknownAlgorithm('another algorithm than those of docs/evidence.md')
}

/** The hash that an AlgorithmIdentifier names. Throws UnknownAlgorithm. */
export const hashIn = (algorithm: Der | undefined): string => {
  const [name, parameters, ...more] = partsOf(algorithm)
  requireEnd(more)
  if (parameters && toHex(parameters.whole) !== '0500') unknown()
  return HASHES[oidOf(name)] ?? unknown()
}

const [RSA, RSA_PSS, MGF1] = ['2a864886f70d010101', '2a864886f70d01010a', '2a864886f70d010108']
/** By the hash with which they sign. */
const RSA_WITH: Readonly<Record<string, string>> = {
  '2a864886f70d01010b': 'SHA-256',
  '2a864886f70d01010c': 'SHA-384',
  '2a864886f70d01010d': 'SHA-512',
}
const ECDSA_WITH: Readonly<Record<string, string>> = {
  '2a8648ce3d040302': 'SHA-256',
  '2a8648ce3d040303': 'SHA-384',
  '2a8648ce3d040304': 'SHA-512',
}
const CURVES: Readonly<Record<string, readonly [name: string, bytes: number]>> = {
  '2a8648ce3d030107': ['P-256', 32],
  '2b81040022': ['P-384', 48],
  '2b81040023': ['P-521', 66],
}
const LEAST_BITS = 2_048

/** r ‖ s of a signature in DER, as WebCrypto takes it. */
const plainSignature = (der: Bytes, size: number): Bytes => {
  const numbers = partsOf(onlyElement(der)).map((part) => within(part, INTEGER))
  const plain = numbers.map((number) => {
    const digits = number[0] === 0 ? number.subarray(1) : number
    const isShortest = digits === number ? number[0]! < 128 : digits[0]! >= 128
    if (!isShortest || digits.length > size) throw new TypeError('no number of a signature')
    return joined(new Uint8Array(size - digits.length), digits)
  })
  return plain.length === 2 ? joined(...plain) : joined()
}

/** The hash and the length of the salt. */
const pssIn = (parameters: Der | undefined): readonly [hash: string, saltLength: number] => {
  const [hash, mask, salt, ...more] = partsOf(parameters).map(({ body }) => onlyElement(body))
  requireEnd(more)
  const [name, masked, ...rest] = partsOf(mask)
  requireEnd(rest)
  const [length, ...longer] = within(salt, INTEGER)
  const is = hashIn(hash)
  if (oidOf(name) !== MGF1 || hashIn(masked) !== is || longer.length > 0 || !length) return unknown()
  return [is, length]
}

type Way = { readonly name: string; readonly hash: string; readonly saltLength?: number }

const rsaWay = (name: string, parameters: Der | undefined, digest: string | undefined): Way => {
  if (name === RSA_PSS) {
    const [hash, saltLength] = pssIn(parameters)
    return { name: 'RSA-PSS', hash, saltLength }
  }
  if (parameters && toHex(parameters.whole) !== '0500') unknown()
  return { name: 'RSASSA-PKCS1-v1_5', hash: (name === RSA ? digest : RSA_WITH[name]) ?? unknown() }
}

/** How to import the key, and how it signs. */
const wayOf = (key: Bytes, algorithm: Der, digest: string | undefined) => {
  const [of] = partsOf(onlyElement(key))
  const [kind, curve] = partsOf(of)
  const [name, parameters, ...more] = partsOf(algorithm)
  requireEnd(more)
  if (oidOf(kind) === RSA) {
    const by = rsaWay(oidOf(name), parameters, digest)
    return { by, to: { name: by.name, hash: by.hash }, size: 0 }
  }
  const hash = parameters ? undefined : ECDSA_WITH[oidOf(name)]
  const [namedCurve, size] = (curve?.tag === 6 && CURVES[oidOf(curve)]) || unknown()
  if (hash === undefined) return unknown()
  return { by: { name: 'ECDSA', hash }, to: { name: 'ECDSA', namedCurve }, size }
}

/**
 * Whether the key of a certificate signed the data. `digest`: where the algorithm names no hash. Throws TypeError for what cannot be
 * read, and UnknownAlgorithm, also for keys of RSA with less than 2,048 bits.
 */
export const isSignedByKey = async (
  key: Bytes,
  { algorithm, signature, digest }: { algorithm: Der; signature: Bytes; digest?: string },
  data: Bytes,
): Promise<boolean> => {
  const { by, to, size } = wayOf(key, algorithm, digest)
  const plain = size === 0 ? signature : plainSignature(signature, size)
  const made = await crypto.subtle.importKey('spki', key, to, false, ['verify'])
  const { modulusLength = LEAST_BITS } = made.algorithm as { modulusLength?: number }
  if (modulusLength < LEAST_BITS) unknown()
  return crypto.subtle.verify(by, made, plain, data)
}

const [KEY_USAGE, BASIC, PURPOSES, POLICIES] = ['551d0f', '551d13', '551d25', '551d20']
const UNDERSTOOD = [KEY_USAGE, BASIC, PURPOSES, POLICIES]
const TIME_STAMPING = '2b06010505070308'
const [DIGITAL_SIGNATURE, NON_REPUDIATION, SIGNS_CERTIFICATES] = [0x80, 0x40, 0x04]

type Extensions = Pick<Certificate, 'extensions'>

/** Whether its key may be used for one of these. A certificate that does not say so allows all. */
const allows = ({ extensions }: Extensions, uses: number): boolean => {
  const usage = extensions.get(KEY_USAGE)
  return !usage || (within(onlyElement(usage.value), BITS)[1]! & uses) !== 0
}

const isUnderstood = ({ extensions }: Extensions): boolean =>
  [...extensions].every(([name, { isCritical }]) => !isCritical || UNDERSTOOD.includes(name))

/** Whether it is made for time stamps and nothing else, as RFC 3161, section 2.3, asks for. */
export const isOfAuthority = (certificate: Certificate): boolean => {
  const purposes = certificate.extensions.get(PURPOSES)
  const named = purposes ? partsOf(onlyElement(purposes.value)).map(oidOf) : []
  return (
    purposes?.isCritical === true &&
    named.join() === TIME_STAMPING &&
    isUnderstood(certificate) &&
    allows(certificate, DIGITAL_SIGNATURE | NON_REPUDIATION)
  )
}

/** Whether it may issue certificates, with so many of others between it and the one that signs. */
export const mayIssue = (certificate: Certificate, between: number): boolean => {
  const basic = certificate.extensions.get(BASIC)
  const [isIssuer, most] = basic ? partsOf(onlyElement(basic.value)) : []
  const purposes = certificate.extensions.get(PURPOSES)
  return (
    isTrue(isIssuer) &&
    (!most || within(most, INTEGER)[0]! >= between) &&
    (!purposes || partsOf(onlyElement(purposes.value)).map(oidOf).includes(TIME_STAMPING)) &&
    isUnderstood(certificate) &&
    allows(certificate, SIGNS_CERTIFICATES)
  )
}
