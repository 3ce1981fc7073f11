import { afterAll, beforeAll, expect, test } from 'vitest'
import { asciiAddress, hasForeignLocalPart } from '#contract/accounts/address.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { workspaceOf } from '#support/product/workspaces.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

test.each([
  ['anna@müller.de', 'anna@xn--mller-kva.de'],
  ['anna@MÜLLER.de', 'anna@xn--mller-kva.de'],
  ['anna@mu\u0308ller.de', 'anna@xn--mller-kva.de'],
  ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
  ['anna@例え。jp', 'anna@xn--r8jz45g.jp'],
])('the domain of %s is %s in every spelling', (typed, address) => {
  expect(asciiAddress(typed)).toBe(address)
  expect(asciiAddress(address)).toBe(address)
})

test.each([
  'Anna@Example.COM',
  'anna@müller.de/x',
  'anna@müller.de:25',
  'anna@@müller.de#',
  'müller.de',
  '',
  '@',
])('%j stays unchanged', (typed) => expect(asciiAddress(typed)).toBe(typed))

test('detects characters before the @ that not every mail server accepts', () => {
  expect(hasForeignLocalPart('jürgen@example.com')).toBe(true)
  expect(hasForeignLocalPart('anna@müller.de')).toBe(false)
})

test('an invited address with an umlaut domain is one person in every spelling', async () => {
  const own = await workspaceOf(product)
  const invite = (email: string) =>
    product.call('POST', `/workspaces/invite-participant/${own.id}`, {
      token: own.admin.token,
      body: { email, role: 'admin', approver: true, requester: true },
    })
  expect(await invite('anna@müller.example')).toMatchObject({
    status: 201,
    body: { email: 'anna@xn--mller-kva.example' },
  })
  for (const email of ['anna@xn--mller-kva.example', 'Anna@MÜLLER.example'])
    expect(await invite(email)).toMatchObject({ status: 409, body: { code: 'participant.exists' } })
})

test('rejects umlauts before the @ with a reason', async () => {
  const body = { email: 'jürgen@example.com', password: 'correct horse' }
  const { status, body: answer } = await product.call('POST', '/auth/signup', { body })
  expect([status, answer.code]).toEqual([400, 'input.invalid'])
  expect(answer.details).toContainEqual({ field: 'email', problem: expect.stringContaining('before the @') })
})

test.each(['müller.de/x', 'müller', 'mül ler.de', '１２７.0.0.1', `${'ä'.repeat(250)}.de`])(
  'the domain %j stays invalid',
  async (domain) => {
    const body = { email: `anna@${domain}`, password: 'correct horse' }
    expect((await product.call('POST', '/auth/signup', { body })).status).toBe(400)
  },
)
