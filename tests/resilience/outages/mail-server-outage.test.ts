import { afterAll, expect, test } from 'vitest'
import { measure } from '#platform/health/measure.ts'
import {
  effects,
  enrolDevice,
  openStage,
  outcomesOf,
  settled,
  settledOne,
  signUp,
} from '#support/product/mail-stage.ts'
import { eventually } from '#support/eventually.ts'
import type { Product } from '#support/product/product.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'

/**
 * The mail server is away: nobody who uses the product notices, and mails wait in the ledger. The tests run side by side, each
 * with its own product: most of their time is waiting.
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const stage = openStage()
afterAll(() => stage.close())

/** A product with a worker, and the port where its mail server is not. */
const openWithout = async () => {
  const { port, url, close } = await openSmtpSink()
  await close()
  const product = await stage.product({ SMTP_URL: url })
  await stage.worker(product)
  return { product, port }
}

const tried = (product: Product, attempts: number) =>
  eventually(async () => {
    const [row] = await effects(product)
    expect(row).toMatchObject({ attempts, lease_until: null })
    return row!
  })

const announced = async (product: Product) => {
  const { userId } = await product.person()
  await enrolDevice(product, userId, 'phone')
}

test.concurrent('signing up answers as always; the mail is tried again and goes out once when the server is back', async () => {
  const { product, port } = await openWithout()
  await signUp(product, 'ada@example.com')
  await tried(product, 1)
  const smtp = await stage.smtp({ port })
  product.clock.advance(MINUTE)
  const effect = await settledOne(product)
  expect(effect).toMatchObject({ status: 'sent', attempts: 2 })
  expect(smtp.received).toHaveLength(1)
})

/** A product whose mail server is there, and takes no mail. */
const openFull = async () => {
  let answer = () => Promise.reject<void>(Object.assign(new Error('no space left'), { responseCode: 452 }))
  const smtp = await stage.smtp({ beforeReply: () => answer() })
  const product = await stage.product({ SMTP_URL: smtp.url })
  await stage.worker(product)
  const makeRoom = () => {
    answer = async () => {}
  }
  return { product, makeRoom }
}

test.concurrent('a server that takes no mail for now is one that is away', async () => {
  const { product, makeRoom } = await openFull()
  await announced(product)
  expect(await tried(product, 1)).toMatchObject({ status: 'pending' })
  makeRoom()
  product.clock.advance(MINUTE)
  expect(await settledOne(product)).toMatchObject({ status: 'sent', attempts: 2 })
})

test.concurrent('a mail that waits for a quarter of an hour is told by health and figures, and so is one that was given up', async () => {
  const { product } = await openFull()
  const tells = (status: string, checks: object) =>
    eventually(async () => expect(await product.platform.readiness()).toMatchObject({ status, checks }))
  const delay = async () => {
    const samples = await measure(product.platform)
    return samples.find(({ metric }) => metric === 'mail_delay_seconds')?.value
  }

  expect(await delay()).toBe(0)
  await announced(product)
  await tried(product, 1)
  await tells('ok', { mails: '1 wait, the oldest for 0 min' })
  product.clock.advance(16 * MINUTE)
  expect(await delay()).toBeGreaterThanOrEqual(16 * 60)
  await tells('degraded', { mails: '1 wait, the oldest for 16 min', 'failed mails': '0 in a day' })
  product.clock.advance(24 * HOUR)
  await settled(product, 1)
  expect(await delay()).toBe(0)
  await tells('degraded', { mails: 'none waits', 'failed mails': '1 in a day' })
  product.clock.advance(24 * HOUR)
  await tells('ok', { 'failed mails': '0 in a day' })
})

test.concurrent('after a day without success the mail is given up, and the fact names only the fault', async () => {
  const { product } = await openWithout()
  await announced(product)
  const waits: number[] = []
  for (let attempts = 1; attempts <= 40; attempts++) {
    const effect = await tried(product, attempts)
    waits.push((effect.next_at.getTime() - effect.updated_at.getTime()) / MINUTE)
    if (effect.status === 'failed') break
    product.clock.advance(waits.at(-1)! * MINUTE)
  }
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  const effect = await settledOne(product)
  expect(effect.status).toBe('failed')
  expect(await outcomesOf(product, effect)).toMatchObject([{ outcome: 'failed', reason: 'ESOCKET' }])
})
