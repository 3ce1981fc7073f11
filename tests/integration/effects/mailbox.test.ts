import { afterEach, expect, test } from 'vitest'
import { mailboxMessages } from '#contract/mailbox.ts'
import Value from 'typebox/value'
import { buildApi } from '../../../services/api/app.ts'
import { openMailbox } from '#platform/mail/mailbox.ts'
import { openStage, settled, signUp } from '#support/product/mail-stage.ts'

const stage = openStage()
afterEach(() => stage.close())

const open = async () => {
  const product = await stage.product()
  const app = await buildApi(product.platform, { localMailbox: true })
  stage.defer(() => app.close())
  return { product, app }
}

test('lists all mails, newest first', async () => {
  const { product, app } = await open()
  await stage.worker(product)
  expect((await app.inject('/mailbox/messages')).json()).toEqual([])
  expect((await app.inject('/mailbox/newest')).json()).toEqual({ newest: null })

  await signUp(product, 'ada@example.com')
  await settled(product, 1)
  await signUp(product, 'bob@example.com')
  await settled(product, 2)

  const mails = (await app.inject('/mailbox/messages')).json()
  expect(Value.Check(mailboxMessages.reply, mails)).toBe(true)
  expect(mails).toMatchObject([{ to: 'bob@example.com' }, { to: 'ada@example.com' }])
  expect((await app.inject('/mailbox/newest')).json()).toEqual({ newest: mails[0].id })
})

test('returns at most 100 mails per page, with a cursor and a search', async () => {
  const { product, app } = await open()
  const mail = (i: number) => ({
    messageId: `<${i}@example.com>`,
    to: i % 2 ? 'Odd@example.com' : 'even@example.com',
    subject: `Mail ${i}`,
    text: `100 % of ${i}`,
    html: '',
  })
  for (let i = 1; i <= 205; i += 1) await openMailbox(product.platform.db)(mail(i))
  const page = async (query: string) => {
    const answer = await app.inject(`/mailbox/messages${query}`)
    const mails = answer.statusCode === 200 ? answer.json<{ subject: string; id: string }[]>() : []
    const next = answer.headers['x-next-cursor']
    return { status: answer.statusCode, next, subjects: mails.map(({ subject }) => subject) }
  }
  const seen: string[] = []
  const sizes: number[] = []
  for (let query = ''; ;) {
    const { subjects, next } = await page(query)
    seen.push(...subjects)
    sizes.push(subjects.length)
    if (next === undefined) break
    query = `?cursor=${String(next)}`
  }
  expect(sizes).toEqual([100, 100, 5])
  expect(seen).toEqual(Array.from({ length: 205 }, (_, i) => `Mail ${205 - i}`))
  expect((await page('?to=odd@EXAMPLE.com&limit=2')).subjects).toEqual(['Mail 205', 'Mail 203'])
  expect((await page('?q=%25%20OF%2077')).subjects).toEqual(['Mail 77'])
  expect((await page('?q=ven@example.com&limit=1')).subjects).toEqual(['Mail 204'])
  for (const query of ['?limit=101', '?limit=0', '?cursor=x', '?cursor=-1', `?cursor=${'9'.repeat(30)}`])
    expect((await page(query)).status).toBe(400)
})

test('is only available from this machine, under its own host name', async () => {
  const { app } = await open()
  const status = async (host: string, remoteAddress: string, url: string) =>
    (await app.inject({ url, headers: { host }, remoteAddress })).statusCode
  const places = ['/mailbox', '/mailbox/messages', '/mailbox/newest', '/mailbox/mailbox.js', '/%6dailbox']
  for (const place of places) {
    for (const host of ['localhost:3000', 'LOCALHOST', '127.0.0.1:3000', '[::1]:3000'])
      for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
        expect([host, address, await status(host, address, place)]).toEqual([host, address, 200])
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.7'])
      expect([host, await status(host, '127.0.0.1', place)]).toEqual([host, 404])
    for (const address of ['192.168.1.7', '2001:db8::1', '::ffff:10.0.0.1'])
      expect([address, await status('localhost', address, place)]).toEqual([address, 404])
  }
})

test('from elsewhere, or through a proxy on this machine, it needs the token of the terminal', async () => {
  const product = await stage.product()
  const app = await buildApi(product.platform, { localMailbox: true, mailboxToken: 'shown-in-the-terminal' })
  stage.defer(() => app.close())
  const get = (url: string, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    app.inject({ url, headers: { host: 'localhost', ...headers }, remoteAddress })
  for (const header of ['x-forwarded-for', 'X-Forwarded-Host', 'forwarded', 'via', 'x-real-ip'])
    for (const url of [
      '/mailbox',
      '/mailbox/messages',
      '/mailbox?token=shown-in-the-termina',
      '/mailbox?token=',
    ])
      expect([header, url, (await get(url, { [header]: '127.0.0.1' })).statusCode]).toEqual([
        header,
        url,
        404,
      ])

  const away = [{ host: 'tunnel.example', 'x-forwarded-for': '192.0.2.7' }, '192.0.2.7'] as const
  const opened = await get('/mailbox?token=shown-in-the-terminal', ...away)
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/mailbox'])
  const [set = ''] = [opened.headers['set-cookie']].flat()
  expect(set).toMatch(/; Path=\/mailbox; HttpOnly; SameSite=Strict$/)
  const cookie = set.split(';')[0]!
  for (const url of ['/mailbox', '/mailbox/messages', '/mailbox/newest']) {
    expect((await get(url, { ...away[0], cookie }, away[1])).statusCode).toBe(200)
    expect((await get(url, ...away)).statusCode).toBe(404)
  }
})

test('its page runs only its own script', async () => {
  const { app } = await open()
  const page = await app.inject('/mailbox')
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'/)
  expect(page.body).not.toMatch(/<script(?![^>]*src=)|\son[a-z]+=/)
  for (const [, path] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const file = await app.inject(path!)
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-type']).toMatch(/^text\/(css|javascript)/)
  }
})

test('there is no mailbox outside local mode', async () => {
  const product = await stage.product()
  for (const path of ['/mailbox', '/mailbox/messages', '/mailbox/newest'])
    expect((await product.app.inject(path)).statusCode).toBe(404)
})

test('offers the demo while the installation is empty, only to this machine', async () => {
  const product = await stage.product()
  const logins = [{ as: 'admin' as const, email: 'a@example.com', password: 'once' }]
  let isEmpty = true
  const create = async () => {
    isEmpty = false
    return logins
  }
  const demo = { isOffered: async () => isEmpty, create }
  const app = await buildApi(product.platform, { localMailbox: true, demo })
  stage.defer(() => app.close())
  const fill = (headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/mailbox/demo', headers })

  expect((await fill({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(404)
  expect((await app.inject('/mailbox/newest')).json()).toMatchObject({ offersDemo: true })
  const filled = await fill({ 'sec-fetch-site': 'same-origin' })
  expect({ status: filled.statusCode, body: filled.json() }).toEqual({ status: 201, body: { logins } })
  expect((await app.inject('/mailbox/newest')).json()).toMatchObject({ offersDemo: false })
  expect((await fill()).statusCode).toBe(404)
  expect((await product.call('POST', '/mailbox/demo')).status).toBe(404)
})
