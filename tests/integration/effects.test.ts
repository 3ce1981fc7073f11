import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { accountMails } from '#modules/accounts/accounts.mail-kinds.ts'
import { userDecider, type UserCommand } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { mailboxMessages } from '#platform/mailbox.ts'
import { projections } from '#projections/index.ts'
import { resetProjection } from '../../projections/checkpoints.ts'
import { buildEffects, type EffectOptions } from '../../services/worker/effects.ts'
import { contextOf } from '../support/counter.ts'
import { openProduct, type Product } from '../support/product.ts'
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink.ts'

const MINUTE = 60_000
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const open = async (...settings: Parameters<typeof openProduct>): Promise<Product> => {
  const product = await openProduct(...settings)
  closing.push(() => product.close())
  return product
}

const startWorker = async ({ platform }: Product, given: Partial<EffectOptions> = {}) => {
  const worker = buildEffects(platform, {
    mailKinds: accountMails,
    reactors: [],
    chores: [],
    tickMs: 50,
    ...given,
  })
  closing.push(() => worker.stop())
  await worker.start()
  return worker
}

const sink = async (options: Parameters<typeof openSmtpSink>[0] = {}): Promise<SmtpSink> => {
  const opened = await openSmtpSink(options)
  closing.push(() => opened.close())
  return opened
}

const inbox = ({ platform }: Product) => mailboxMessages(platform.db)
const effects = ({ platform }: Product) => platform.db('effects').orderBy('created_at')
/** Waits until every effect that is in the ledger has its outcome, and there are `count` of them. */
const settled = (product: Product, count: number) =>
  vi.waitFor(
    async () => {
      const rows = await effects(product)
      expect(rows.map(({ status }) => status)).not.toContain('sending')
      expect(rows.map(({ status }) => status)).not.toContain('pending')
      expect(rows).toHaveLength(count)
      return rows
    },
    { timeout: 15_000, interval: 20 },
  )

const signUp = async (product: Product, email: string) => {
  const { status } = await product.call('POST', '/auth/signup', {
    body: { email, password: 'correct horse' },
    headers: { 'accept-language': 'de' },
  })
  expect(status).toBe(201)
}

const command = (product: Product, userId: string, made: UserCommand) =>
  product.platform.commands.execute({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: contextOf(),
    command: made,
  })

/** Signs up and confirms by the mail; answers the user's id. */
const confirmed = async (product: Product, email: string): Promise<string> => {
  await signUp(product, email)
  const [effect] = await settled(product, 1)
  const [mail] = await inbox(product)
  const [, token] = /confirmEmail\/(\S+)/.exec(mail!.text)!
  expect((await product.call('POST', `/auth/verifyEmail/${token}`)).status).toBe(200)
  return effect.recipient
}

const rebuild = async ({ platform, head, person }: Product) => {
  for (const projection of projections) await resetProjection(platform.db, projection)
  // The projector notices with the next fact.
  await person()
  const newest = await head()
  await vi.waitFor(
    async () => {
      const checkpoints = await platform.db('checkpoints').select('position')
      for (const { position } of checkpoints) expect(position).toBe(newest)
    },
    { timeout: 15_000 },
  )
}

describe('from the fact to the mail', () => {
  test('a sign-up sends one confirmation mail, whose link confirms', async () => {
    const product = await open()
    await startWorker(product)
    await signUp(product, 'ada@example.com')
    await settled(product, 1)

    const mails = await inbox(product)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to: 'ada@example.com',
      subject: 'Vieraugen: Bitte bestätigen Sie Ihre E-Mail-Adresse',
    })
    const [, token] = /http:\/\/localhost\/auth\/confirmEmail\/(\S+)/.exec(mails[0]!.text)!
    expect(mails[0]!.html).toContain(`href="http://localhost/auth/confirmEmail/${token}"`)
    expect((await product.call('POST', `/auth/verifyEmail/${token}`)).status).toBe(200)
  })

  test('its outcome is a fact of the system, caused by the fact that asked for it', async () => {
    const product = await open()
    await startWorker(product)
    await signUp(product, 'ada@example.com')
    const [effect] = await settled(product, 1)
    const [fact, ...more] = await product.facts(`mail-${effect.id}`)
    expect(more).toEqual([])
    expect(fact).toMatchObject({
      type: 'MailSent',
      data: { effectId: effect.id, purpose: 'account.confirm-email', eventId: effect.event_id },
      metadata: { causationId: effect.event_id, actor: { kind: 'system' } },
    })
  })

  test('who signs up again hears that the account exists', async () => {
    const product = await open()
    await startWorker(product)
    await confirmed(product, 'ada@example.com')
    await signUp(product, 'ada@example.com')
    await settled(product, 2)
    const [mail] = await inbox(product)
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Vieraugen: Sie haben bereits ein Konto' })
    expect(mail!.text).toContain('http://localhost/login')
  })

  test('a new device is announced to its owner, its name never as markup', async () => {
    const product = await open()
    await startWorker(product)
    const { userId, email } = await product.person({ language: 'en' })
    const device = { deviceId: randomUUID(), kind: 'pin', name: 'My <b>phone</b>', publicKey: '{}' } as const
    await command(product, userId, { type: 'EnrolDevice', userId, ...device })
    await settled(product, 1)
    const [mail] = await inbox(product)
    expect(mail).toMatchObject({ to: email, subject: 'Vieraugen: New device enrolled' })
    expect(mail!.text).toContain('on 2026-11-21 at 10:00 (UTC): My <b>phone</b>')
    expect(mail!.html).toContain('My &lt;b&gt;phone&lt;/b&gt;')
  })

  test('a link that was replaced before its mail went out is not sent', async () => {
    const product = await open()
    await signUp(product, 'ada@example.com')
    await signUp(product, 'ada@example.com')
    await startWorker(product)
    const rows = await settled(product, 2)

    expect(rows.map(({ status }) => status).toSorted()).toEqual(['dropped', 'sent'])
    const dropped = rows.find(({ status }) => status === 'dropped')
    expect(await product.facts(`mail-${dropped.id}`)).toMatchObject([
      { type: 'MailDropped', data: { reason: 'a newer link replaced this one' } },
    ])
    expect(await inbox(product)).toHaveLength(1)
  })

  test('nobody is written to whose address is erased', async () => {
    const product = await open()
    const { userId } = await product.person()
    const device = { deviceId: randomUUID(), kind: 'pin', name: 'phone', publicKey: '{}' } as const
    await command(product, userId, { type: 'EnrolDevice', userId, ...device })
    await product.platform.keys.erase({ subject: `person:${userId}` })
    await rebuild(product)
    await startWorker(product)
    const [row] = await settled(product, 1)
    expect(await product.facts(`mail-${row.id}`)).toMatchObject([
      { type: 'MailDropped', data: { reason: 'the account was erased' } },
    ])
    expect(await inbox(product)).toEqual([])
  })

  test('a fault while a mail is prepared is no reason to drop it', async () => {
    const product = await open()
    let faults = 1
    const kinds = accountMails.map((kind) => ({
      ...kind,
      prepare: async (...asked: Parameters<typeof kind.prepare>) => {
        if (faults-- > 0) throw new Error('ada@example.com is not there yet')
        return kind.prepare(...asked)
      },
    }))
    await startWorker(product, { mailKinds: kinds })
    await signUp(product, 'ada@example.com')
    await vi.waitFor(async () =>
      expect(await effects(product)).toMatchObject([{ status: 'pending', attempts: 1 }]),
    )
    product.clock.advance(MINUTE)
    expect(await settled(product, 1)).toMatchObject([{ status: 'sent', attempts: 2 }])
  })
})

describe('over SMTP', () => {
  test('the server gets one mail with a lasting Message-ID and the fixed sender', async () => {
    const smtp = await sink()
    const product = await open({ SMTP_URL: smtp.url, PUBLIC_BASE_URL: 'https://app.example.com' })
    await startWorker(product)
    await signUp(product, 'ada@example.com')
    const [effect] = await settled(product, 1)

    expect(smtp.received).toHaveLength(1)
    const { messageId, recipients, raw } = smtp.received[0]!
    expect(messageId).toBe(`<${effect.id}@app.example.com>`)
    expect(recipients).toEqual(['ada@example.com'])
    expect(raw).toMatch(/^From: Vieraugen <no-reply@vieraugen.example>\r?$/m)
    expect(raw).toMatch(/^To: ada@example.com\r?$/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
    expect(await inbox(product)).toEqual([])
  })

  test('mails wait while the server is down and go out when it is back', async () => {
    const { port, url, close } = await openSmtpSink()
    await close()
    const product = await open({ SMTP_URL: url })
    await startWorker(product)
    await signUp(product, 'ada@example.com')
    await vi.waitFor(async () =>
      expect(await effects(product)).toMatchObject([{ status: 'pending', attempts: 1 }]),
    )

    const smtp = await sink({ port })
    product.clock.advance(MINUTE)
    const [effect] = await settled(product, 1)
    expect(effect).toMatchObject({ status: 'sent', attempts: 2 })
    expect(smtp.received).toHaveLength(1)
  })

  test('after a day without success the mail is given up, and the fact names only the fault', async () => {
    const { url, close } = await openSmtpSink()
    await close()
    const product = await open({ SMTP_URL: url })
    await startWorker(product)
    const { userId } = await product.person()
    const device = { deviceId: randomUUID(), kind: 'pin', name: 'phone', publicKey: '{}' } as const
    await command(product, userId, { type: 'EnrolDevice', userId, ...device })
    const waits: number[] = []
    for (let attempts = 1; attempts <= 40; attempts++) {
      const effect = await vi.waitFor(async () => {
        const [row] = await effects(product)
        expect(row).toMatchObject({ attempts, lease_until: null })
        return row
      })
      waits.push((effect.next_at.getTime() - effect.updated_at.getTime()) / MINUTE)
      if (effect.status === 'failed') break
      product.clock.advance(waits.at(-1)! * MINUTE)
    }
    expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    const [effect] = await settled(product, 1)
    expect(effect.status).toBe('failed')
    expect(await product.facts(`mail-${effect.id}`)).toMatchObject([
      { type: 'MailFailed', data: { reason: 'ESOCKET' } },
    ])
  })
})

describe('exactly once, as far as the ledger goes', () => {
  test('two workers at once send each mail once', async () => {
    const smtp = await sink()
    const product = await open({ SMTP_URL: smtp.url })
    await Promise.all([startWorker(product), startWorker(product)])
    const people = Array.from({ length: 25 }, (_, i) => `person-${i}@example.com`)
    await Promise.all(people.map((email) => signUp(product, email)))
    await settled(product, people.length)
    expect(smtp.received.map(({ recipients }) => recipients[0]).toSorted()).toEqual(people.toSorted())
  })

  test('rebuilding every projection sends nothing', async () => {
    const product = await open()
    await startWorker(product)
    await signUp(product, 'ada@example.com')
    await settled(product, 1)
    await rebuild(product)
    // Proof that the worker came by since: a later mail is out.
    await signUp(product, 'bob@example.com')
    await settled(product, 2)
    expect((await inbox(product)).map(({ to }) => to)).toEqual(['bob@example.com', 'ada@example.com'])
    expect(await product.platform.db('mailbox_messages').max('copies as copies')).toEqual([{ copies: 1 }])
  })

  test('a queue that lost its jobs is filled again by the sweep', async () => {
    const held = Promise.withResolvers<void>()
    const product = await open()
    const holding = accountMails.map((kind) => ({
      ...kind,
      prepare: () => held.promise.then(() => ({ drop: '' })),
    }))
    // One worker, all of whose hands are bound, so that further jobs wait in the queue; it never sweeps.
    const busy = await startWorker(product, { mailKinds: holding, tickMs: 3_600_000 })
    for (let i = 0; i < 8; i++) await signUp(product, `person-${i}@example.com`)
    const { db } = product.platform
    const waiting = async () => (await db.raw(`SELECT FROM queue.job WHERE state = 'waiting'`)).rowCount
    await vi.waitFor(async () => expect(await waiting()).toBe(3))
    await db.raw('TRUNCATE queue.job CASCADE')
    held.resolve()
    await busy.stop()
    const lost = (await effects(product)).filter(({ status }) => status === 'pending')
    expect(lost).toHaveLength(3)

    await startWorker(product)
    await settled(product, 8)
    expect(await inbox(product)).toHaveLength(3)
  })

  test('a ledger restored to an older state sends no second mail', async () => {
    const smtp = await sink()
    const product = await open({ SMTP_URL: smtp.url })
    await startWorker(product)
    await signUp(product, 'ada@example.com')
    const [before] = await settled(product, 1)
    await product.platform.db('effects').where({ id: before.id }).update({ status: 'pending', fence: 0 })
    const [after] = await settled(product, 1)
    expect(after).toMatchObject({ status: 'sent', fence: '1' })
    expect(smtp.received).toHaveLength(1)
  })

  test('a reactor told everything again causes no second mail', async () => {
    const smtp = await sink()
    const product = await open({ SMTP_URL: smtp.url })
    const worker = await startWorker(product)
    await signUp(product, 'ada@example.com')
    await settled(product, 1)
    await worker.stop()
    await product.platform.db('reactor_checkpoints').update({ position: null })
    await startWorker(product)
    await signUp(product, 'bob@example.com')
    await settled(product, 2)
    expect(smtp.received).toHaveLength(2)
  })
})

describe('what may not be seen', () => {
  test('neither ledger, jobs nor the facts of mails hold an address, a subject or a token', async () => {
    const held = Promise.withResolvers<void>()
    const smtp = await sink({ beforeReply: () => held.promise })
    const product = await open({ SMTP_URL: smtp.url })
    await startWorker(product)
    await signUp(product, 'ada@example.com')
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 10_000 })

    const { db } = product.platform
    const dump = async () => {
      const { rows: tables } = await db.raw(
        `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
         WHERE table_type = 'BASE TABLE' AND (table_schema = 'queue' OR table_name IN ('effects', 'reactor_checkpoints'))`,
      )
      const parts = await Promise.all([
        ...tables.map(({ name }: { name: string }) =>
          db.raw(`SELECT row_to_json(t)::text AS row FROM ${name} t`),
        ),
        db.raw(`SELECT data || metadata AS row FROM event_store.events WHERE stream LIKE 'mail-%'`),
      ])
      return parts.flatMap(({ rows }) => rows.map(({ row }: { row: string }) => row)).join('\n')
    }
    const duringSend = await dump()
    held.resolve()
    const [effect] = await settled(product, 1)
    const text = `${duringSend}\n${await dump()}`
    expect(text).toContain(`{"effectId": "${effect.id}"}`)
    expect(text).toContain('account.confirm-email')

    const { userId } = (await product.facts(effect.stream))[0]!.data as { userId: string }
    const token = product.platform.mailTokens.token('confirm-email', userId, 1)
    for (const secret of ['ada@example.com', 'example.com', 'bestätigen', token])
      expect(text).not.toContain(secret)
  })
})
