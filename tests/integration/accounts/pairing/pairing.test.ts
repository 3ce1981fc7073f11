import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readPairCode } from '#contract/accounts/pairing.ts'
import { createSessions } from '#modules/accounts/sessions/session.store.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { openProduct, type Answered, type Person, type Product } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'
import { isLong } from '#support/rounds.ts'

/** Signs in a phone from the desktop. */

const MINUTE = 60_000
let product: Product
beforeAll(async () => {
  product = await openProduct()
})
beforeEach(() => product.platform.db('throttles').delete())
afterAll(() => product?.close())

const show = (token: string, headers = {}) => product.call('POST', '/auth/pair', { token, headers })
const claim = (code: string, name = 'Android, Chrome') =>
  product.call('POST', '/auth/pair-claim', { body: { code, name } })
const stateOf = (token: string, id: string, seen = '') =>
  product.call('GET', `/auth/pair-state/${id}${seen && `?seen=${seen}`}`, { token })
const confirm = (token: string, id: string) => product.call('POST', `/auth/pair-confirm/${id}`, { token })
const refuse = (token: string, id: string) => product.call('POST', `/auth/pair-refuse/${id}`, { token })
const finish = (held: string, more: object = {}) =>
  product.call('POST', '/auth/pair-finish', {
    body: { claim: held, ...more },
    headers: { 'sec-fetch-site': 'same-origin' },
  })

/** A code on the desktop, and the phone that has claimed it. */
const claimed = async (given: Parameters<Product['person']>[0] = {}) => {
  const person = await product.person(given)
  const { id, code } = (await show(person.token)).body
  const { body } = await claim(code)
  return {
    ...person,
    id: id as string,
    code: code as string,
    held: body.claim as string,
    number: body.number,
  }
}
const confirmed = async (given: Parameters<Product['person']>[0] = {}) => {
  const pairing = await claimed(given)
  expect((await confirm(pairing.token, pairing.id)).status).toBe(200)
  return pairing
}
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))
const statuses = (answers: readonly Answered[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

describe('a phone', () => {
  test.each(['admin', 'regular user'] as const)(
    'of a person who is %s is signed in after both screens show the same number and the desktop confirms',
    async (role) => {
      const { token, userId } = await product.person({ role })
      const { body: shown, status } = await show(token)
      expect(status).toBe(200)
      expect(shown).toEqual({
        id: expect.any(String),
        code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
        url: `http://localhost/m/pair#${shown.code}`,
        expiresAt: expect.any(String),
      })
      const goodFor = Date.parse(shown.expiresAt) - product.clock.now().getTime()
      expect(goodFor).toBeLessThanOrEqual(120_000)
      expect((await stateOf(token, shown.id)).body).toMatchObject({
        state: 'shown',
        number: null,
        name: null,
      })
      expectRefused(await confirm(token, shown.id), 409, 'pair.waiting')

      const { body: phone } = await claim(shown.code, 'Android, Chrome')
      expect(phone.number).toMatch(/^[1-9][0-9]$/)
      expect((await stateOf(token, shown.id)).body).toMatchObject({
        state: 'claimed',
        number: phone.number,
        name: 'Android, Chrome',
      })
      expectRefused(await finish(phone.claim), 409, 'pair.waiting')
      for (let i = 0; i < 2; i += 1) expect((await confirm(token, shown.id)).status).toBe(200)
      expect((await stateOf(token, shown.id)).body.state).toBe('confirmed')

      const signedIn = await finish(phone.claim)
      expect(signedIn.status).toBe(200)
      expect((await stateOf(token, shown.id)).body.state).toBe('finished')
      const { access_token } = signedIn.body
      expect(product.app.jwt.decode(access_token)).toMatchObject({ kind: 'mobile', sub: userId })
      expect(String(signedIn.headers['set-cookie'])).toMatch(/refresh_token=.*Max-Age=2592000/)
      expect((await product.call('GET', '/users/current', { token: access_token })).status).toBe(200)
    },
  )

  test('leaves one event, of the phone that was signed in, and stores no code or claim in clear text', async () => {
    const person = await product.person()
    const before = await product.head()
    const { id, code } = (await show(person.token)).body
    const { claim: held } = (await claim(code)).body
    await confirm(person.token, id)
    expect(await product.head()).toBe(before)
    await finish(held)
    const facts = await product.facts(userStream(person.userId))
    expect(facts.at(-1)).toMatchObject({ type: 'PhonePaired', data: { name: 'Android, Chrome' } })
    const row = JSON.stringify(await product.platform.db('pairings').where({ id }).first())
    for (const secret of [code, held]) expect(row).not.toContain(secret)
  })

  test('gets the same 404 for a code or claim that is unknown, used, expired or refused', async () => {
    const refused: Answered[] = [await claim('0123ABCD'), await finish('A'.repeat(43))]
    const taken = await claimed()
    refused.push(await claim(taken.code))
    const late = await show(taken.token)
    product.clock.advance(2 * MINUTE)
    refused.push(await claim(late.body.code))
    const no = await claimed()
    expect((await refuse(no.token, no.id)).status).toBe(200)
    refused.push(await finish(no.held), await claim(no.code), await stateOf(no.token, no.id))
    const done = await confirmed()
    expect((await finish(done.held)).status).toBe(200)
    refused.push(await finish(done.held), await refuse(done.token, done.id))
    const tooLate = await confirmed()
    product.clock.advance(2 * MINUTE)
    refused.push(await finish(tooLate.held), await confirm(tooLate.token, tooLate.id))
    const shownAnew = await claimed()
    await show(shownAnew.token)
    refused.push(await finish(shownAnew.held), await claim(shownAnew.code))
    for (const one of refused) expectRefused(one, 404, 'pair.not-found')
    expect(new Set(refused.map(({ body }) => JSON.stringify({ ...body, requestId: '' }))).size).toBe(1)
  })

  test('wins alone when several claim one code or finish one claim', async () => {
    for (let round = 0; round < 10; round += 1) {
      await product.platform.db('throttles').delete()
      const { token } = await product.person()
      const { id, code } = (await show(token)).body
      const claims = await times(4, () => claim(code))
      expect(statuses(claims)).toEqual([200, 404, 404, 404])
      const { body } = claims.find(({ status }) => status === 200)!
      expect((await stateOf(token, id)).body.number).toBe(body.number)
      await confirm(token, id)
      expect(statuses(await times(4, () => finish(body.claim)))).toEqual([200, 404, 404, 404])
    }
  })

  test('gets in or is refused, but never both, when the desktop refuses while it finishes', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { token, id, held } = await confirmed()
      const [phone, desktop] = await Promise.all([finish(held), refuse(token, id)])
      expect([phone.status, desktop.status].toSorted((a, b) => a - b)).toEqual([200, 404])
    }
  })

  test('that polls is answered when the desktop confirms, and the desktop when a phone claims', async () => {
    const { token } = await product.person()
    const { id, code } = (await show(token)).body
    const [seen, { body }] = await Promise.all([stateOf(token, id, 'shown'), claim(code)])
    expect(seen.body).toMatchObject({ state: 'claimed', number: body.number })
    const [phone] = await Promise.all([finish(body.claim, { wait: true }), confirm(token, id)])
    expect(phone.status).toBe(200)
    // A finished pairing is not polled.
    expect((await stateOf(token, id, 'confirmed')).body.state).toBe('finished')
  })

  test('that polls hears of a refusal immediately', async () => {
    const { token, id, held } = await claimed()
    const [refused] = await Promise.all([finish(held, { wait: true }), refuse(token, id)])
    expectRefused(refused, 404, 'pair.not-found')
  })

  // In `npm test` pairing-waits.test.ts says when a wait ends, by a clock that runs faster.
  test.runIf(isLong())('that polls in vain is told to wait', { timeout: 40_000 }, async () => {
    const { token, id, held } = await claimed()
    const [vain, same] = await Promise.all([finish(held, { wait: true }), stateOf(token, id, 'claimed')])
    expectRefused(vain, 409, 'pair.waiting')
    expect(same.body.state).toBe('claimed')
  })

  test.each<[string, (given: Person & { sessionId: string }) => Promise<unknown>]>([
    ['its session has ended', ({ token }) => product.call('GET', '/auth/logout', { token })],
    [
      'every session ended',
      ({ userId }) =>
        createSessions(product.platform, product.platform.config.TOKEN_SECRET).endAll(
          userId,
          product.clock.now(),
        ),
    ],
    ['the account is deleted', ({ token }) => product.call('DELETE', '/users/delete-account', { token })],
  ])('does not get in if, on the desktop, %s', async (_what, happens) => {
    const pairing = await confirmed()
    await happens({ ...pairing, sessionId: '' })
    expectRefused(await finish(pairing.held), 404, 'pair.not-found')
  })

  test('does not get in if the password changed after the confirmation', async () => {
    const person = await product.person()
    const credentials = createCredentials(product.platform)
    await credentials.set(person.userId, `h-${randomUUID()}`, 'hash')
    const { id, code } = (await show(person.token)).body
    const { body } = await claim(code)
    await confirm(person.token, id)
    await credentials.set(person.userId, `h-${randomUUID()}`, 'another hash')
    expectRefused(await finish(body.claim), 401, 'login.failed')
  })
})

describe('the desktop', () => {
  test('shows a code only in the first five minutes after a login', async () => {
    const { token } = await product.person()
    product.clock.advance(5 * MINUTE + 1)
    expectRefused(await show(token), 403, 'login.too-old')
  })

  test('shows the same code again for the same Idempotency-Key', async () => {
    const { token } = await product.person()
    const headers = { 'idempotency-key': randomUUID() }
    const [first, again] = [await show(token, headers), await show(token, headers)]
    expect(again.body).toEqual(first.body)
    expect((await show(token)).body.code).not.toBe(first.body.code)
  })

  test('sees and confirms the pairing only in the session that shows the code', async () => {
    const { userId, id, held, token } = await claimed()
    const other = await product.logIn(userId)
    for (const answer of [await stateOf(other, id), await confirm(other, id), await refuse(other, id)])
      expectRefused(answer, 404, 'pair.not-found')
    expectRefused(await finish(held), 409, 'pair.waiting')
    expect((await refuse(token, id)).status).toBe(200)
  })

  test('may show thirty codes an hour', async () => {
    const strict = await openProduct({ RATE_FACTOR: 1 })
    try {
      const { token } = await strict.person()
      for (let i = 0; i < 30; i += 1)
        expect((await strict.call('POST', '/auth/pair', { token })).status).toBe(200)
      expectRefused(await strict.call('POST', '/auth/pair', { token }), 429, 'rate.exceeded')
    } finally {
      await strict.close()
    }
  })
})

test('corrects a typed code', () => {
  for (const typed of ['0123abcd', ' 0123-ABCD ', 'OI23 ABCD', 'ol23abcd'])
    expect(readPairCode(typed)).toBe('0123ABCD')
  for (const typed of ['', '0123ABC', '0123ABCDE', '0123ABCU', '0123ABC!', 'ÄÖÜ12345'])
    expect(readPairCode(typed)).toBeNull()
})
