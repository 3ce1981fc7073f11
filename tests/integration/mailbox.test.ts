import { afterEach, expect, test } from 'vitest'
import { mailboxMessages } from '#contract/operation.ts'
import Value from 'typebox/value'
import { buildApi } from '../../services/api/app.ts'
import { openStage, settled, signUp } from '../support/mail-stage.ts'

const stage = openStage()
afterEach(() => stage.close())

const open = async () => {
  const product = await stage.product()
  const app = await buildApi(product.platform, { localMailbox: true })
  stage.defer(() => app.close())
  return { product, app }
}

test('every mail can be read, newest first', async () => {
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

test('without local mode there is no mailbox', async () => {
  const product = await stage.product()
  for (const path of ['/mailbox', '/mailbox/messages', '/mailbox/newest'])
    expect((await product.app.inject(path)).statusCode).toBe(404)
})
