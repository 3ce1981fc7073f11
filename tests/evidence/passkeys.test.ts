import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSignedByPasskey, originIn } from '#contract/evidence/passkeys.ts'

const ORIGIN = 'https://vieraugen.example'
const CHALLENGE = 'A'.repeat(43)

const url64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const textOf = (bytes: Buffer) => Buffer.concat([Buffer.of(0x58, bytes.length), bytes])
const longText = (bytes: Buffer) =>
  Buffer.concat([Buffer.of(0x59, bytes.length >> 8, bytes.length & 255), bytes])
const fieldOf = (key: KeyObject, name: 'x' | 'y' | 'n' | 'e') =>
  Buffer.from(String(key.export({ format: 'jwk' })[name]), 'base64url')

/** Keys of each algorithm, and their form in COSE. */
const made = {
  ES256: (() => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const [x, y] = [textOf(fieldOf(publicKey, 'x')), textOf(fieldOf(publicKey, 'y'))]
    const head = Buffer.from('a5010203262001', 'hex')
    const cose = Buffer.concat([head, Buffer.of(0x21), x, Buffer.of(0x22), y])
    return { cose, sign: (data: Buffer) => sign('sha256', data, privateKey) }
  })(),
  Ed25519: (() => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const head = Buffer.from('a4010103272006', 'hex')
    const cose = Buffer.concat([head, Buffer.of(0x21), textOf(fieldOf(publicKey, 'x'))])
    return { cose, sign: (data: Buffer) => sign(null, data, privateKey) }
  })(),
  RS256: (() => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const head = Buffer.from('a4010303390100', 'hex')
    const [n, e] = [longText(fieldOf(publicKey, 'n')), textOf(fieldOf(publicKey, 'e'))]
    const cose = Buffer.concat([head, Buffer.of(0x20), n, Buffer.of(0x21), e])
    return { cose, sign: (data: Buffer) => sign('sha256', data, privateKey) }
  })(),
}
type Algorithm = keyof typeof made

const sha256 = async (data: Buffer | string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(data)))

type Changes = { readonly client?: object; readonly flags?: number; readonly site?: string }

const signed = async (
  algorithm: Algorithm,
  { client, flags = 0x05, site = 'vieraugen.example' }: Changes = {},
) => {
  const clientData = Buffer.from(
    JSON.stringify({ type: 'webauthn.get', challenge: CHALLENGE, origin: ORIGIN, ...client }),
  )
  const data = Buffer.concat([await sha256(site), Buffer.of(flags, 0, 0, 0, 1)])
  const { cose, sign: signing } = made[algorithm]
  return {
    challenge: CHALLENGE,
    publicKey: url64(cose),
    signature: url64(signing(Buffer.concat([data, await sha256(clientData)]))),
    authenticatorData: url64(data),
    clientDataJSON: url64(clientData),
  }
}

const algorithms = Object.keys(made) as Algorithm[]

/** False also for what cannot be read at all. */
const holds = (one: Parameters<typeof isSignedByPasskey>[0]) => isSignedByPasskey(one).catch(() => false)

test.each(algorithms)('a signature by %s holds, and no other one does', async (algorithm) => {
  const one = await signed(algorithm)
  expect(originIn(one.clientDataJSON)).toBe(ORIGIN)
  expect(await holds(one)).toBe(true)
  for (const other of [
    { ...one, challenge: 'B'.repeat(43) },
    { ...one, signature: one.signature.slice(0, -8) + 'AAAAAAAA' },
    { ...one, signature: `${one.signature}AAAA` },
    { ...one, signature: '' },
    { ...one, publicKey: '' },
    { ...one, publicKey: one.publicKey.slice(0, 40) },
    { ...one, authenticatorData: '' },
    ...algorithms
      .filter((name) => name !== algorithm)
      .map((name) => ({ ...one, publicKey: url64(made[name].cose) })),
  ])
    expect([other, await holds(other)]).toEqual([other, false])
})

test.each<[string, Changes]>([
  ['without the person being verified', { flags: 0x01 }],
  ['without the person being there', { flags: 0x04 }],
  ['for another site', { site: 'evil.example' }],
  ['on a page of another site', { client: { origin: 'https://evil.example' } }],
  ['on a page that says no address', { client: { origin: 7 } }],
  ['in a frame of another page', { client: { crossOrigin: true } }],
  ['as if it were made', { client: { type: 'webauthn.create' } }],
])('a right signature %s proves nothing', async (_, changes) => {
  expect(await holds(await signed('ES256', changes))).toBe(false)
})
