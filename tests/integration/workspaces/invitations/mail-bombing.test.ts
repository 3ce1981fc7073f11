import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { INVITATIONS_BY_ADDRESS, WORKSPACES_BY_ACCOUNT } from '#modules/workspaces/workspaces.rates.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'

const HOUR = 3_600_000

let product: Product
beforeEach(async () => {
  product = await openProduct({ RATE_FACTOR: 1 })
})
afterEach(() => product?.close())

const create = (admin: Person, headers: Record<string, string> = {}) =>
  product.call('POST', '/workspaces/create', { token: admin.token, body: { name: 'Praxis' }, headers })
const invite = (admin: Person, id: string, email: string) =>
  product.call('POST', `/workspaces/invite-participant/${id}`, {
    token: admin.token,
    body: { email, role: 'regular user', approver: true, requester: false },
  })

test('an account creates ten workspaces an hour; a repeated command and other accounts are not limited', async () => {
  const admin = await product.person()
  const headers = { 'idempotency-key': randomUUID() }
  for (let i = 0; i < 3; i += 1) expect((await create(admin, headers)).status).toBe(201)
  for (let i = 1; i < WORKSPACES_BY_ACCOUNT.limit; i += 1) expect((await create(admin)).status).toBe(201)
  const limited = await create(admin)
  expect(limited).toMatchObject({ status: 429, body: { code: 'rate.exceeded' } })
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3_500)
  expect((await create(admin, headers)).status).toBe(201)
  expect((await create(await product.person())).status).toBe(201)
  product.clock.advance(HOUR + 1_000)
  const token = await product.logIn(admin.userId)
  expect((await create({ ...admin, token })).status).toBe(201)
})

test('an address is invited five times a day across all workspaces and inviters', async () => {
  const email = `${randomUUID()}@example.org`
  const invited = async (to: string) => {
    const admin = await product.person()
    return invite(admin, (await create(admin)).body.id, to)
  }
  for (let i = 0; i < INVITATIONS_BY_ADDRESS.limit; i += 1)
    expect((await invited(i % 2 ? email : email.toUpperCase())).status).toBe(201)
  const admin = await product.person()
  const { id } = (await create(admin)).body
  const limited = await invite(admin, id, email)
  expect(limited).toMatchObject({ status: 429, body: { code: 'rate.exceeded' } })
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(86_000)
  expect((await product.facts(`workspace-${id}`)).map(({ type }) => type)).not.toContain('ParticipantInvited')
  expect((await invited(`${randomUUID()}@example.org`)).status).toBe(201)
  product.clock.advance(24 * HOUR + 1_000)
  expect((await invited(email)).status).toBe(201)
})

test('strangers cause at most three mails an hour and ten a day to an address', async () => {
  const email = `${randomUUID()}@example.org`
  const doors = ['signup', 'initiate-verification', 'reset-password']
  const ask = (n: number) =>
    product.call('POST', `/auth/${doors[n % 3]}`, { body: { email, password: 'correct horse' } })
  const mails = async () =>
    (await product.platform.eventStore.readAll({ after: null })).events.filter(
      ({ type }) => type === 'ConfirmationRequested' || type === 'PasswordResetRequested',
    ).length
  const perHour: number[] = []
  for (let hour = 0; hour < 5; hour += 1) {
    for (let n = 0; n < 5; n += 1) expect((await ask(n)).body).toEqual({ message: 'Check your email' })
    perHour.push(await mails())
    product.clock.advance(HOUR + 1_000)
  }
  expect(perHour).toEqual([3, 6, 9, 10, 10])
})
