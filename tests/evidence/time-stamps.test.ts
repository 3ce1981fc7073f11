import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBase64, type Bytes } from '#contract/evidence/bytes.ts'
import { onlyElement, partsOf } from '#contract/evidence/der.ts'
import { BadStamp, verifyTimeStamp, type StampFault } from '#contract/evidence/time-stamps.ts'
import { askAuthority } from '#platform/time-stamps/ask-authority.ts'
import { encoded, timeStampRequest, tokenIn } from '#platform/time-stamps/time-stamp-messages.ts'
import { sha256 } from '#platform/primitives/ids.ts'
import { rounds, seedOfRun } from '#support/rounds.ts'
import { endEverything } from '#support/processes/local-process.ts'
import {
  hasOpenssl,
  KEYS,
  madeAuthority,
  stampInfo,
  startAuthority,
  whyNoStamps,
  type Authority,
} from '#support/servers/time-stamping.ts'
import { hasPython, randomBy, startIndependent } from './independent.ts'

/** Tokens of a real authority of OpenSSL's hold, and every other one is refused by name: by ours and by the independent verifier. */

const ROUNDS = rounds({ short: 300, long: 10_000 })
const SEED = seedOfRun()
const TEXT = 'vieraugen.example/history/1\n7\nroot=\n'
const NONCE = Uint8Array.from([0x41, 2, 3, 4, 5, 6, 7, 8])

let authority: Authority
let independent: ReturnType<typeof startIndependent> | null
beforeAll(async () => {
  if (!hasOpenssl) return
  independent = hasPython ? startIndependent() : null
  authority = await madeAuthority()
})
afterAll(async () => {
  independent?.end()
  await endEverything()
})

const answered = async (by = authority): Promise<Bytes> => {
  const answer = await by.answer(timeStampRequest(TEXT, NONCE))
  return tokenIn(new Uint8Array(answer))!
}

/** The time, or why it is refused. Both programs agree. */
const judged = async (token: Bytes, by = authority, text = TEXT): Promise<Date | StampFault> => {
  let ours: Date | StampFault
  try {
    const { at, isNamed } = await verifyTimeStamp(token, text, { nonce: NONCE, authorities: [by.root] })
    expect(isNamed).toBe(true)
    ours = at
  } catch (error) {
    ours = (error as BadStamp).fault
  }
  if (independent) {
    const [isRight] = await independent.verify([
      'stamp',
      Buffer.from(token).toString('base64'),
      text,
      Buffer.from(NONCE).toString('hex'),
      by.root,
    ])
    expect([isRight, ours]).toEqual([ours instanceof Date, ours])
  }
  return ours
}

/** The same token with other certificates. */
const withCertificates = (token: Bytes, ...certificates: readonly Bytes[]): Bytes => {
  const [kind, content] = partsOf(onlyElement(token))
  const parts = partsOf(onlyElement(content!.body))
  const changed = parts.map(({ tag, whole }) => (tag === 0xa0 ? encoded(0xa0, ...certificates) : whole))
  const data = encoded(0x30, ...changed)
  return new Uint8Array(encoded(0x30, kind!.whole, encoded(0xa0, data)))
}
const derOf = (pem: string): Bytes =>
  new Uint8Array(Buffer.from(pem.replaceAll(/-----[A-Z ]+-----/g, ''), 'base64'))

/** `ahead` seconds from now, as tokens have it. */
const timeAt = (ahead = 0): string =>
  new Date(Date.now() + ahead * 1_000).toISOString().replaceAll(/[-:T]|[.]\d+/g, '')
const IMPRINT = sha256(TEXT)
const OWN_NONCE = encoded(2, NONCE)

describe.skipIf(!hasOpenssl)(`a time stamp${whyNoStamps}`, () => {
  test.each(
    (Object.keys(KEYS) as (keyof typeof KEYS)[]).flatMap((key) =>
      ['sha256', 'sha384', 'sha512'].map((digest) => [key, digest] as const),
    ),
  )('by a key of %s with %s holds, and says when and by whom', async (key, digest) => {
    const by = await madeAuthority({ key, digest })
    const at = await judged(await answered(by), by)
    expect(at).toBeInstanceOf(Date)
    expect(Math.abs(Date.now() - (at as Date).getTime())).toBeLessThan(60_000)
    expect(await verifyTimeStamp(await answered(by), TEXT)).toMatchObject({
      authority: 'Zeit-stamps',
      isNamed: false,
    })
  })

  test('signed by RSA-PSS holds, and one by another salt than it says does not', async () => {
    const token = await authority.sign(stampInfo(IMPRINT, timeAt(), OWN_NONCE), {
      more: ' -keyopt rsa_padding_mode:pss -keyopt rsa_pss_saltlen:32',
    })
    expect(await judged(token)).toBeInstanceOf(Date)
    const salt = Buffer.from(token).lastIndexOf(Buffer.from('020120', 'hex')) + 2
    expect(await judged(token.with(salt, 31))).toBe('signature')
  })

  test('made in another way than OpenSSL’s answers holds too', async () => {
    expect(await judged(await authority.sign(stampInfo(IMPRINT, timeAt(), OWN_NONCE)))).toBeInstanceOf(Date)
  })

  test('is of an authority that the reader names by the fingerprint of its certificate', async () => {
    const token = await answered()
    const { fingerprint } = await verifyTimeStamp(token, TEXT)
    expect(sha256(Buffer.from(derOf(authority.pem('stamps')))).toString('hex')).toBe(fingerprint)
    const colons = fingerprint.toUpperCase().match(/../g)!.join(':')
    for (const name of [fingerprint, colons])
      expect(await verifyTimeStamp(token, TEXT, { authorities: ['00', name] })).toMatchObject({
        isNamed: true,
      })
  })
})

test('the token in tests/evidence/vectors holds over the text there, by its root', async () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, 'vectors', name), 'utf8')
  const token = fromBase64(read('token.txt').trim())!
  const root = read('root.pem')
  expect(await verifyTimeStamp(token, read('text.txt'), { authorities: [root] })).toMatchObject({
    at: new Date(read('time.txt').trim()),
    isNamed: true,
  })
  if (hasPython) {
    const program = startIndependent()
    const verdict = await program.verify(['stamp', read('token.txt').trim(), read('text.txt'), '', root])
    expect(verdict).toEqual([true, expect.stringContaining('stamped at')])
    program.end()
  }
})

describe.skipIf(!hasOpenssl)(`a forged time stamp is refused by name${whyNoStamps}`, () => {
  test('over another text', async () => {
    expect(await judged(await answered(), authority, TEXT.replace('7', '8'))).toBe('imprint')
  })

  test('that answers another question, or none', async () => {
    const other = tokenIn(
      new Uint8Array(await authority.answer(timeStampRequest(TEXT, Uint8Array.of(0x41, 2)))),
    )!
    expect(await judged(other)).toBe('nonce')
    expect(await judged(await authority.sign(stampInfo(IMPRINT, timeAt())))).toBe('nonce')
  })

  test('with another certificate of the same key, name and number', async () => {
    const token = await answered()
    await authority.issue('twin', { of: 'stamps', days: '9000' })
    const swapped = withCertificates(token, derOf(authority.pem('twin')))
    expect(await judged(withCertificates(token, derOf(authority.pem('stamps'))))).toBeInstanceOf(Date)
    // Only the hash that was signed tells them apart.
    expect(await judged(swapped)).toBe('certificate')
  })

  test('without the certificate of its signer', async () => {
    expect(await judged(withCertificates(await answered(), derOf(authority.root)))).toBe('certificate')
  })

  test.each([
    ['for signing mails', 'critical,emailProtection'],
    ['also for other things', 'critical,timeStamping,codeSigning'],
    ['as one remark among others', 'timeStamping'],
  ])('by a certificate made %s', async (_, purpose) => {
    await authority.issue('other', { purpose, of: 'stamps', serial: '8' })
    const token = await authority.sign(stampInfo(IMPRINT, timeAt(), OWN_NONCE), { signer: 'other' })
    expect(await judged(token)).toBe('purpose')
  })

  test('of a time at which the certificate was not valid', async () => {
    const early = await authority.sign(stampInfo(IMPRINT, '20200101000000Z', OWN_NONCE))
    expect(await judged(early)).toBe('expired')
  })

  test('with another time, nonce or imprint than was signed', async () => {
    const token = await answered()
    const bytes = Buffer.from(token)
    const time = bytes.indexOf(timeAt().slice(0, 8))
    const moved = (at: number, to: number) => token.with(at, to)
    expect(await judged(moved(time + 13, token[time + 13]! ^ 1))).toBe('signature')
    const nonce = bytes.indexOf(Buffer.from(NONCE))
    expect(await verifyTimeStamp(token, TEXT)).toMatchObject({ isNamed: false })
    await expect(verifyTimeStamp(moved(nonce, 0x42), TEXT)).rejects.toMatchObject({ fault: 'signature' })
    expect(await judged(moved(bytes.indexOf(IMPRINT), IMPRINT[0]! ^ 1))).toBe('imprint')
  })

  test('with another version of what says who signed, which nobody signed', async () => {
    const token = await answered()
    const version = Buffer.from(token).lastIndexOf(Buffer.from('020101', 'hex')) + 2
    expect(await judged(token.with(version, 3))).toBe('unreadable')
  })

  test('of an authority of the same name with a root of its own', async () => {
    const own = await madeAuthority()
    const token = await answered(own)
    expect(await judged(token, own)).toBeInstanceOf(Date)
    expect(await judged(token)).toBe('authority')
  })

  test.each(['', '00', '3000', '30030201'])('that is none: %j', async (hex) => {
    expect(await judged(new Uint8Array(Buffer.from(hex, 'hex')))).toBe('unreadable')
  })

  test(`with any byte changed: ${ROUNDS} at random, seed ${SEED}`, async () => {
    const [token, random] = [await answered(), randomBy(SEED)]
    for (let round = 0; round < ROUNDS; round += 1) {
      const at = random(token.length)
      const changed = token.with(at, token[at]! ^ (1 << random(8)))
      expect([round, at, await judged(changed)]).toEqual([round, at, expect.any(String)])
      const cut = token.slice(0, at)
      if (round % 10 === 0) expect([at, await judged(cut)]).toEqual([at, 'unreadable'])
    }
  })
})

describe.skipIf(!hasOpenssl)(`an authority${whyNoStamps}`, () => {
  const ask = (url: string, named = authority) => askAuthority(url, TEXT, [named.root])

  test('that answers is asked once, and its answer checked', async () => {
    const server = await startAuthority(authority)
    expect(await ask(server.url)).toMatchObject({ stamp: { authority: 'Zeit-stamps', isNamed: true } })
    expect(server.asked()).toBe(1)
    await server.close()
  })

  test('that is away, fails, refuses or answers with something else gives no stamp, and says why', async () => {
    const server = await startAuthority(authority)
    const answers = async (behaviour: Parameters<typeof server.behave>[0]) => {
      server.behave(behaviour)
      return ask(server.url)
    }
    const said = (body: Uint8Array | string, status = 200) =>
      answers(async () => ({ status, body: Buffer.from(body) }))
    expect(await said('', 500)).toEqual({ trouble: 'unreached' })
    expect(await said('', 429)).toEqual({ trouble: 'unreached' })
    expect(await said('', 403)).toEqual({ trouble: 'refused' })
    expect(await said('<html>')).toEqual({ trouble: 'invalid', fault: 'unreadable' })
    expect(await said('x'.repeat(70_000))).toEqual({ trouble: 'unreached' })
    // PKIStatus 2, rejection.
    expect(await said(Buffer.from('30053003020102', 'hex'))).toEqual({ trouble: 'refused' })
    const old = await authority.answer(timeStampRequest(TEXT, NONCE))
    expect(await said(old)).toEqual({ trouble: 'invalid', fault: 'nonce' })
    const others = await authority.answer(timeStampRequest('other', NONCE))
    expect(await said(others)).toEqual({ trouble: 'invalid', fault: 'imprint' })
    const stranger = await madeAuthority()
    expect(await answers(async (query) => ({ body: await stranger.answer(query) }))).toEqual({
      trouble: 'invalid',
      fault: 'authority',
    })
    await server.close()
    expect(await ask(server.url)).toEqual({ trouble: 'unreached' })
  })
})
