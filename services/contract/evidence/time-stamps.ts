import { fromBase64, isSame, joined, sha256, utf8, type Bytes } from './bytes.ts'
import {
  fingerprintOf,
  hashIn,
  isOfAuthority,
  isSignedByKey,
  mayIssue,
  readCertificate,
  type Certificate,
} from './certificates.ts'
import {
  INTEGER,
  OCTETS,
  oidOf,
  OID,
  onlyElement,
  partsOf,
  requireEnd,
  SEQUENCE,
  SET,
  taken,
  timeOf,
  within,
  type Der,
} from './der.ts'
import { UnknownAlgorithm } from './signatures.ts'

/** Verifies time stamps of RFC 3161, in browsers and in Node: see docs/evidence.md. */

export const STAMP_FAULTS = [
  'unreadable',
  /** Of other content. */
  'imprint',
  /** An answer to another question. */
  'nonce',
  /** The signer’s is missing, or another one than was signed. */
  'certificate',
  /** The signer’s is not made for time stamps. */
  'purpose',
  /** The signer’s was not valid then. */
  'expired',
  'signature',
  /** By nobody whom the reader names. */
  'authority',
  /** Not a fault: this program does not know the algorithm. */
  'algorithm',
] as const
export type StampFault = (typeof STAMP_FAULTS)[number]

export class BadStamp extends Error {
  override readonly name = 'BadStamp'
  readonly fault: StampFault
  constructor(fault: StampFault, options?: ErrorOptions) {
    super(`time stamp: ${fault}`, options)
    this.fault = fault
  }
}

const requireThat = (holds: boolean, fault: StampFault): void => {
  if (!holds) throw new BadStamp(fault)
}

export type TimeStamp = {
  readonly at: Date
  /** How the signer’s certificate calls itself. */
  readonly authority: string
  /** Of that certificate. */
  readonly fingerprint: string
  /** Whether the reader named the authority. Otherwise anybody can have made it. */
  readonly isNamed: boolean
}

/** A certificate in the form of PEM or its SHA-256 as hex: what a reader names an authority by. */
export type Authority = string

type Asked = {
  readonly nonce?: Bytes
  /** The stamp must be by one of them, if there are any. */
  readonly authorities?: readonly Authority[]
}

const SIGNED_DATA = '2a864886f70d010702'
const TST_INFO = '2a864886f70d0109100104'
const [CONTENT_TYPE, DIGEST] = ['2a864886f70d010903', '2a864886f70d010904']
/** signingCertificate (its hash is SHA-1) and signingCertificateV2. */
const [SIGNER_V1, SIGNER_V2] = ['2a864886f70d010910020c', '2a864886f70d010910022f']
const [FIRST, SECOND, SUBJECT_KEY] = [0xa0, 0xa1, 0x80]
const SUBJECT_KEY_ID = '551d0e'

const digestOf = async (hash: string, data: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(hash, data))

const requireNumber = (element: Der | undefined, number: number): void => {
  const [value, ...more] = within(element, INTEGER)
  requireThat(more.length === 0 && value === number, 'unreadable')
}

type Info = { readonly at: Date; readonly imprint: Bytes; readonly nonce: Bytes | null }

const [ACCURACY, ORDERING, TSA, MORE] = [SEQUENCE, 1, 0xa0, 0xa1]

const isCritical = (extension: Der): boolean => partsOf(extension)[1]?.tag === ORDERING

const readInfo = (bytes: Bytes): Info => {
  const parts = partsOf(onlyElement(bytes))
  requireNumber(parts.shift(), 1)
  within(parts.shift(), OID)
  const [algorithm, hash, ...rest] = partsOf(parts.shift())
  requireThat(hashIn(algorithm) === 'SHA-256', 'algorithm')
  within(parts.shift(), INTEGER)
  const at = timeOf(parts.shift()!)
  taken(parts, ACCURACY)
  taken(parts, ORDERING)
  const nonce = taken(parts, INTEGER)
  taken(parts, TSA)
  // Extensions: none is known that may be critical.
  const extensions = taken(parts, MORE)
  requireThat(!extensions || !partsOf(onlyElement(extensions.whole), MORE).some(isCritical), 'algorithm')
  requireEnd([...rest, ...parts])
  return { at, imprint: within(hash, OCTETS), nonce: nonce?.body ?? null }
}

type Signer = {
  readonly sid: Der
  readonly hash: string
  /** With the tag under which they are signed. */
  readonly attributes: Bytes
  readonly values: ReadonlyMap<string, Der>
  readonly algorithm: Der
  readonly signature: Bytes
}

const readSigner = (signer: Der): Signer => {
  const parts = partsOf(signer)
  const [version, sid, digest] = [parts.shift(), parts.shift()!, parts.shift()]
  requireNumber(version, sid.tag === SUBJECT_KEY ? 3 : 1)
  const attributes = taken(parts, FIRST)
  const [algorithm, signature] = [parts.shift(), parts.shift()]
  // What nobody signed says nothing.
  taken(parts, SECOND)
  requireEnd(parts)
  const pairs = partsOf(attributes, FIRST).map((attribute) => {
    const [name, values, ...more] = partsOf(attribute)
    requireEnd(more)
    const [value, ...others] = partsOf(values, SET)
    requireThat(value !== undefined && others.length === 0, 'unreadable')
    return [oidOf(name), value!] as const
  })
  const values = new Map(pairs)
  requireThat(values.size === pairs.length && algorithm !== undefined, 'unreadable')
  return {
    sid,
    hash: hashIn(digest),
    attributes: joined(Uint8Array.of(SET), attributes!.whole.subarray(1)),
    values,
    algorithm: algorithm!,
    signature: within(signature, OCTETS),
  }
}

type Token = {
  readonly info: Bytes
  readonly signer: Signer
  readonly certificates: readonly Certificate[]
}

const readToken = (token: Bytes): Token => {
  const [kind, content, ...after] = partsOf(onlyElement(token))
  const parts = partsOf(onlyElement(within(content, FIRST)))
  requireThat(oidOf(kind) === SIGNED_DATA, 'unreadable')
  requireNumber(parts.shift(), 3)
  const hashes = partsOf(parts.shift(), SET).map(hashIn)
  const [type, wrapped, ...others] = partsOf(parts.shift())
  const certificates = taken(parts, FIRST)
  // Lists of what was revoked: not signed here, and not read.
  taken(parts, SECOND)
  const [signer, ...more] = partsOf(parts.shift(), SET)
  requireEnd([...after, ...others, ...more, ...parts])
  requireThat(oidOf(type) === TST_INFO && signer !== undefined, 'unreadable')
  const read = readSigner(signer!)
  requireThat(hashes.length === 1 && hashes[0] === read.hash, 'unreadable')
  return {
    info: within(onlyElement(within(wrapped, FIRST)), OCTETS),
    signer: read,
    certificates: certificates ? partsOf(certificates, FIRST).map(readCertificate) : [],
  }
}

const isOfSigner = ({ sid }: Signer, { issuer, serial, extensions }: Certificate): boolean => {
  if (sid.tag !== SUBJECT_KEY) return isSame(within(sid), joined(issuer, serial))
  const id = extensions.get(SUBJECT_KEY_ID)
  return id !== undefined && isSame(within(onlyElement(id.value), OCTETS), sid.body)
}

/** What was signed names its certificate, so that no other one with the same key takes its place. */
const requireSignedCertificate = async ({ values }: Signer, { whole }: Certificate): Promise<void> => {
  let named = 0
  for (const [name, known] of [
    [SIGNER_V1, 'SHA-1'],
    [SIGNER_V2, 'SHA-256'],
  ] as const) {
    const value = values.get(name)
    if (!value) continue
    const [first] = partsOf(partsOf(value)[0])
    const parts = partsOf(first)
    const algorithm = parts[0]?.tag === SEQUENCE ? parts.shift() : undefined
    const hash = algorithm ? hashIn(algorithm) : known
    requireThat(isSame(within(parts[0], OCTETS), await digestOf(hash, whole)), 'certificate')
    named += 1
  }
  requireThat(named > 0, 'certificate')
}

const requireSigned = async ({ signer, info }: Token, certificate: Certificate): Promise<void> => {
  const { values, hash, attributes, algorithm, signature } = signer
  const isOfInfo =
    oidOf(values.get(CONTENT_TYPE)) === TST_INFO &&
    isSame(within(values.get(DIGEST), OCTETS), await digestOf(hash, info))
  const by = { algorithm, signature, digest: hash }
  requireThat(isOfInfo && (await isSignedByKey(certificate.key, by, attributes)), 'signature')
}

const isValidAt = ({ from, until }: Certificate, at: Date): boolean => from <= at && at <= until

const certificateIn = (pem: string): Certificate[] => {
  const [, base64] = /-----BEGIN CERTIFICATE-----([^-]+)-----END/.exec(pem) ?? []
  const bytes = base64 === undefined ? null : fromBase64(base64.replaceAll(/\s+/g, ''))
  return bytes ? [readCertificate(onlyElement(bytes))] : []
}

/** Whether one of these certificates, or its issuer and so on, is of the reader’s. */
const isNamedBy = async (
  signer: Certificate,
  { certificates }: Token,
  { authorities = [] }: Asked,
  at: Date,
): Promise<boolean> => {
  if (authorities.length === 0) return false
  const own = authorities.flatMap(certificateIn)
  const names = new Set([
    ...authorities.map((name) => name.replaceAll(':', '').toLowerCase()),
    ...(await Promise.all(own.map(fingerprintOf))),
  ])
  const known = [...own, ...certificates]
  let current: Certificate | undefined = signer
  for (let between = 0; current && between <= known.length; between += 1) {
    if (names.has(await fingerprintOf(current))) return true
    let issuer: Certificate | undefined
    for (const one of known) {
      const may = isSame(one.subject, current.issuer) && isValidAt(one, at) && mayIssue(one, between)
      if (may && !issuer && (await isSignedByKey(one.key, current, current.signed))) issuer = one
    }
    current = issuer
  }
  return false
}

/** The time and the signer’s certificate of a token that holds over this text. */
const verified = async (token: Bytes, text: string, asked: Asked): Promise<TimeStamp> => {
  const read = readToken(token)
  const { at, imprint, nonce } = readInfo(read.info)
  requireThat(isSame(imprint, await sha256(utf8(text))), 'imprint')
  requireThat(!asked.nonce || (nonce !== null && isSame(nonce, asked.nonce)), 'nonce')
  const certificate = read.certificates.find((one) => isOfSigner(read.signer, one))
  if (!certificate) throw new BadStamp('certificate')
  await requireSignedCertificate(read.signer, certificate)
  requireThat(isOfAuthority(certificate), 'purpose')
  requireThat(isValidAt(certificate, at), 'expired')
  await requireSigned(read, certificate)
  const isNamed = await isNamedBy(certificate, read, asked, at)
  requireThat(isNamed || !asked.authorities?.length, 'authority')
  return { at, authority: certificate.name, fingerprint: await fingerprintOf(certificate), isNamed }
}

const faultOf = (error: unknown): StampFault => {
  if (error instanceof BadStamp) return error.fault
  return error instanceof UnknownAlgorithm || (error as Error).name === 'NotSupportedError'
    ? 'algorithm'
    : 'unreadable'
}

/** Verifies a token of RFC 3161 over a text. Throws `BadStamp`. */
export const verifyTimeStamp = async (token: Bytes, text: string, asked: Asked = {}): Promise<TimeStamp> => {
  try {
    return await verified(token, text, asked)
  } catch (cause) {
    throw new BadStamp(faultOf(cause), { cause })
  }
}
