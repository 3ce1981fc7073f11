import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { offerMails } from '#modules/workspaces/subscription/offers.mail-kinds.ts'
import { billingToken } from '#modules/workspaces/subscription/billing-address.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { eventually } from '#support/eventually.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import type { Product } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'

const stage = openStage()
afterEach(() => stage.close())

const OPERATOR = 'operator@example.com'
const typed = {
  firstName: 'Carla',
  lastName: 'Conti',
  companyName: 'Conti & Söhne',
  street: 'Am Wisperwald',
  houseNumber: '7',
  zipCode: '01069',
  runTime: '24 Monate',
  usersNumber: '25',
}

const furnished = async (settings: Parameters<typeof stage.product>[0] = {}) => {
  const product = await stage.product({ CONTACT_EMAIL: OPERATOR, ...settings })
  const own = await workspaceOf(product)
  const { token } = own.admin
  const today = () => dateIn('Europe/Berlin', product.clock.now())
  const ask = (changed: object = {}, headers = {}) =>
    product.call('POST', `/workspaces/bank-transfer-payment/${own.id}`, {
      token,
      body: { ...typed, startDate: today(), workspaceId: own.id, ...changed },
      headers,
    })
  return { product, own, token, today, ask }
}
const confirmBilling = async ({ platform, call }: Product, workspaceId: string, email: string) => {
  const { ADDRESS_KEY } = platform.config
  const link = billingToken(platform.config, workspaceId, addressHash(ADDRESS_KEY, email))
  expect((await call('POST', `/workspaces/confirm-billing/${link}`)).status).toBe(200)
}
const offersOf = async (product: Product, workspaceId: string) =>
  (await product.facts(`workspace-${workspaceId}`)).filter(({ type }) => type === 'OfferRequested')

test('an offer is requested once, shown with its reference, and mailed to the operator and the billing address that has agreed', async () => {
  const { product, own, token, ask } = await furnished()
  const get = async () => (await product.call('GET', `/workspaces/${own.id}`, { token })).body.offer
  expect(await get()).toBeNull()
  await product.call('PATCH', `/workspaces/update-settings/${own.id}`, {
    token,
    body: { billingUser: 'bills@example.com' },
  })
  await confirmBilling(product, own.id, 'bills@example.com')
  const key = { 'idempotency-key': randomUUID() }
  const first = await ask({}, key)
  expect(first).toMatchObject({
    status: 201,
    body: { reference: expect.stringMatching(/^VA-[0-9A-F]{4}-[0-9A-F]{4}$/) },
  })
  expect((await ask({}, key)).body).toEqual(first.body)
  expect(await get()).toEqual({ ...first.body, requestedAt: expect.any(String) })
  const [fact, ...others] = await offersOf(product, own.id)
  expect(others).toEqual([])
  expect(fact!.data).toMatchObject({
    firstName: 'Carla',
    zipCode: '01069',
    months: 24,
    seats: 25,
    userId: own.admin.userId,
  })

  await stage.worker(product, { mailKinds: offerMails })
  const mails = await eventually(async () => {
    const found = await inbox(product)
    expect(found.map(({ to }) => to).toSorted()).toEqual(['bills@example.com', OPERATOR])
    return found
  })
  for (const { subject, text } of mails) {
    expect(subject).toContain(first.body.reference)
    expect(subject).not.toContain('Conti')
    for (const part of [
      'Conti & Söhne',
      'Carla Conti',
      'Am Wisperwald 7, 01069',
      '24 months',
      'Seats: 25',
      own.admin.email,
    ])
      expect(text).toContain(part)
  }

  // Super admins find it in their list until one of them says that it is answered, and a later one until a period is added.
  const operator = await product.person({ role: 'super admin' })
  const listed = async (filter = '') => {
    const path = `/workspaces/workspace-with-participants/list?q=${own.id}${filter}`
    return (await product.call('GET', path, { token: operator.token })).body
  }
  const waiting = async () => (await listed('&offer=waiting')).length
  const [{ offer }] = await listed()
  expect(offer).toEqual({ ...(await get()), id: expect.any(String), state: 'waiting', answer: null })
  const answered = { offerId: offer.id, note: 'By e-mail' }
  const answer = (body: object) =>
    product.call('PATCH', `/workspaces/answer-offer/${own.id}`, { token: operator.token, body })
  expect(await waiting()).toBe(1)
  expect((await answer(answered)).status).toBe(200)
  expect(await waiting()).toBe(0)
  const { userId, email } = operator
  expect((await listed())[0].offer).toMatchObject({
    state: 'answered',
    answer: { at: expect.any(String), by: { userId, email, name: null }, note: 'By e-mail' },
  })
  expectRefused(await answer(answered), 409, 'command.conflict')
  product.clock.advance(1_000)
  await ask()
  expectRefused(await answer(answered), 409, 'command.conflict')
  expect((await listed())[0].offer).toMatchObject({ state: 'waiting', answer: null })
  expect(await waiting()).toBe(1)
  product.clock.advance(1_000)
  await product.call('PATCH', `/workspaces/add-eternal-activity/${own.id}`, {
    token: operator.token,
    body: {},
  })
  expect(await waiting()).toBe(0)
  expect((await listed())[0].offer.state).toBe('done')
})

test('a billing address that somebody typed gets one mail that asks it, and copies only once it has agreed', async () => {
  const { product, own, token, ask } = await furnished({ RATE_FACTOR: 1 })
  const bills = 'bills@example.com'
  const set = (billingUser: string) =>
    product.call('PATCH', `/workspaces/update-settings/${own.id}`, { token, body: { billingUser } })
  const isConfirmed = async () =>
    (await product.call('GET', `/workspaces/${own.id}`, { token })).body.billingConfirmed
  expect((await set(bills)).body).toMatchObject({ billingUser: bills, billingConfirmed: false })
  await ask()
  await stage.worker(product, { mailKinds: offerMails })
  const asked = await eventually(async () => {
    const found = await inbox(product)
    expect(found.map(({ to }) => to).toSorted()).toEqual([own.admin.email, bills, OPERATOR].toSorted())
    return found.find(({ to }) => to === bills)!
  })
  const [, link = ''] = /workspaces\/billing\/(\S+)/.exec(asked.text)!
  const confirm = (given: string) => product.call('POST', `/workspaces/confirm-billing/${given}`)
  expectRefused(
    await confirm(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`),
    404,
    'token.not-found',
  )
  // The link of one workspace opens no other.
  const other = await workspaceOf(product)
  expectRefused(await confirm(link.replace(own.id, other.id)), 404, 'token.not-found')
  expect(await isConfirmed()).toBe(false)
  for (const _ of [1, 2]) expect((await confirm(link)).status).toBe(200)
  expect(await isConfirmed()).toBe(true)

  expect((await set('others@example.com')).body.billingConfirmed).toBe(false)
  expectRefused(await confirm(link), 404, 'token.not-found')
  for (let i = 0; i < 8; i += 1) await set(`more${i}@example.com`)
  expectRefused(await set('last@example.com'), 429, 'rate.exceeded')
})

test('without a billing address the copy goes to the requesting admin', async () => {
  const { product, own, ask } = await furnished()
  await ask()
  await stage.worker(product, { mailKinds: offerMails })
  await eventually(async () =>
    expect((await inbox(product)).map(({ to }) => to).toSorted()).toEqual(
      [own.admin.email, OPERATOR].toSorted(),
    ),
  )
})

test('every field has limits, and the start is within a year in the workspace’s time zone', async () => {
  const { product, own, today, ask } = await furnished()
  const good = [
    { firstName: 'Ada', lastName: 'Léa', companyName: 'ABC', street: 'Weg' },
    { houseNumber: '1' },
    { usersNumber: '1' },
    { usersNumber: '10000', runTime: '12 Monate' },
    { startDate: addDays(today(), 365) },
  ]
  for (const changed of good) expect([changed, (await ask(changed)).status]).toEqual([changed, 201])
  const head = await product.head()
  const bad: readonly (readonly [string, unknown])[] = [
    ...['firstName', 'lastName', 'companyName', 'street'].flatMap(
      (field) =>
        [
          [field, 'ab'],
          [field, 'a'.repeat(201)],
        ] as const,
    ),
    ['houseNumber', ' '],
    ['houseNumber', '1'.repeat(41)],
    ...['1234', '123456', '0106a', ' 01069'].map((zipCode) => ['zipCode', zipCode] as const),
    ...['0', '10001', '1.5', '010', 10].map((usersNumber) => ['usersNumber', usersNumber] as const),
    ...['12 months', '36 Monate'].map((runTime) => ['runTime', runTime] as const),
    ...['2026-02-30', '01/02/2027', '', addDays(today(), -1), addDays(today(), 366)].map(
      (startDate) => ['startDate', startDate] as const,
    ),
    ['workspaceId', randomUUID()],
  ]
  for (const [field, value] of bad) {
    const answer = await ask({ [field]: value })
    expectRefused(answer, 400, 'input.invalid')
    expect(answer.body.details[0].field).toContain(field)
  }
  expect(await product.head()).toBe(head)
  expect(await offersOf(product, own.id)).toHaveLength(good.length)
})

test('admins can request an offer without a subscription; others cannot request one', async () => {
  const { product, own, ask } = await furnished()
  const ben = await colleague(product, own)
  product.clock.advance(60 * 86_400_000)
  const token = await product.logIn(own.admin.userId)
  const body = { ...typed, startDate: dateIn('Europe/Berlin', product.clock.now()), workspaceId: own.id }
  const path = `/workspaces/bank-transfer-payment/${own.id}`
  expect((await product.call('GET', `/workspaces/${own.id}`, { token })).body.isActive).toBe(false)
  expect((await product.call('POST', path, { token, body })).status).toBe(201)
  const bensToken = await product.logIn(ben.userId, 'regular user')
  expectRefused(await product.call('POST', path, { token: bensToken, body }), 403, 'access.denied')
  expectRefused(await ask(), 401, 'session.ended')
})

test('allows three offers a day for a workspace, and five mails to one address', async () => {
  const { product, own, token, ask } = await furnished({ RATE_FACTOR: 1 })
  const bills = 'bills@example.com'
  const pays = async (id: string, of: string) => {
    await product.call('PATCH', `/workspaces/update-settings/${id}`, {
      token: of,
      body: { billingUser: bills },
    })
    await confirmBilling(product, id, bills)
  }
  await pays(own.id, token)
  for (const status of [201, 201, 201, 429]) expect((await ask()).status).toBe(status)
  const other = await workspaceOf(product)
  await pays(other.id, other.admin.token)
  const body = { ...typed, startDate: dateIn('Europe/Berlin', product.clock.now()), workspaceId: other.id }
  for (const status of [201, 201, 429])
    expect(
      (
        await product.call('POST', `/workspaces/bank-transfer-payment/${other.id}`, {
          token: other.admin.token,
          body,
        })
      ).status,
    ).toBe(status)
  expect(await offersOf(product, own.id)).toHaveLength(3)
})
