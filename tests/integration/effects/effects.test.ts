import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { accountMails } from '#modules/accounts/accounts.mail-kinds.ts'
import { confirmationTokens } from '#modules/accounts/mail-token.store.ts'
import type { MailKind } from '#modules/mails/mail-kind.ts'
import { SENT_AT_ONCE } from '#modules/mails/send-mail.ts'
import { LEASE_MS } from '#platform/effects/effect-ledger.ts'
import { Unavailable } from '#platform/event-store/event-store.ts'
import { openMailer } from '#platform/mail/mailer.ts'
import { startProjector } from '#projections/projector.ts'
import {
  effects,
  inbox,
  openStage,
  outcomesOf,
  settled,
  settledOne,
  signUp,
} from '#support/product/mail-stage.ts'
import { PREPARED_AT_ONCE } from '../../../services/worker/effects.ts'
import { eventually } from '#support/eventually.ts'
import { rebuild } from '#support/read-models/builds.ts'

const stage = openStage()
afterEach(() => stage.close())

/** Counts what a worker prepares. */
const counted = () => {
  const prepared = vi.fn()
  const mailKinds: MailKind[] = accountMails.map((kind) => ({
    ...kind,
    prepare(...given) {
      prepared()
      return kind.prepare(...given)
    },
  }))
  return { prepared, mailKinds }
}

describe('over SMTP', () => {
  test(`at most ${SENT_AT_ONCE} mails of a worker are sent without a record, however many it prepares`, async () => {
    const smtp = await stage.smtp()
    const product = await stage.product({ SMTP_URL: smtp.url })
    const people = SENT_AT_ONCE + 4
    for (let i = 0; i < people; i += 1) await signUp(product, `person-${i}@example.com`)
    const { eventStore, config, db } = product.platform
    const held = Promise.withResolvers<void>()
    const append = eventStore.append.bind(eventStore)
    vi.spyOn(eventStore, 'append').mockImplementation(async (...given) => {
      await held.promise
      return append(...given)
    })
    const { prepared, mailKinds } = counted()
    await stage.worker(product, { mailKinds })
    await eventually(() => expect(prepared).toHaveBeenCalledTimes(people))
    await eventually(() => expect(smtp.received).toHaveLength(SENT_AT_ONCE))
    // The server takes this one while none of the others comes.
    const mailer = openMailer(config, db)
    const own = { id: randomUUID(), to: 'own@example.com', subject: 's', text: 't', html: 'h', pictures: [] }
    await mailer.send(own)
    mailer.close()
    expect(smtp.received).toHaveLength(SENT_AT_ONCE + 1)
    held.resolve()
    await settled(product, people)
    expect(smtp.received).toHaveLength(people + 1)
  })

  test('a mail that has waited long for its turn is prepared anew before it is sent', async () => {
    const held = Promise.withResolvers<void>()
    const smtp = await stage.smtp({ beforeReply: () => held.promise })
    const product = await stage.product({ SMTP_URL: smtp.url })
    const people = SENT_AT_ONCE + 1
    for (let i = 0; i < people; i += 1) await signUp(product, `person-${i}@example.com`)
    const { prepared, mailKinds } = counted()
    await stage.worker(product, { mailKinds })
    await eventually(() => expect(smtp.received).toHaveLength(SENT_AT_ONCE))
    await eventually(() => expect(prepared).toHaveBeenCalledTimes(people))
    product.clock.advance(LEASE_MS / 2)
    held.resolve()
    await settled(product, people)
    expect(prepared).toHaveBeenCalledTimes(people + 1)
    expect(smtp.received).toHaveLength(people)
  })

  test('sends one mail with a stable Message-ID and the configured sender', async () => {
    const smtp = await stage.smtp()
    const product = await stage.product({ SMTP_URL: smtp.url, PUBLIC_BASE_URL: 'https://app.example.com' })
    await stage.worker(product)
    await signUp(product, 'ada@example.com')
    const effect = await settledOne(product)

    expect(smtp.received).toHaveLength(1)
    const { messageId, recipients, raw } = smtp.received[0]!
    expect(messageId).toBe(`<${effect.id}@app.example.com>`)
    expect(recipients).toEqual(['ada@example.com'])
    expect(raw).toMatch(/^From: Vieraugen <no-reply@vieraugen.example>\r?$/m)
    expect(raw).toMatch(/^To: ada@example.com\r?$/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
    expect(await inbox(product)).toEqual([])
  })
})

describe('exactly once, as far as the ledger knows', () => {
  test('two concurrent workers send each mail once', async () => {
    const smtp = await stage.smtp()
    const product = await stage.product({ SMTP_URL: smtp.url })
    await Promise.all([stage.worker(product), stage.worker(product)])
    const people = Array.from({ length: 25 }, (_, i) => `person-${i}@example.com`)
    await Promise.all(people.map((email) => signUp(product, email)))
    await settled(product, people.length)
    expect(smtp.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(people.toSorted())
  })

  test('a rebuild of all projections sends nothing', async () => {
    const product = await stage.product()
    await stage.worker(product)
    await signUp(product, 'ada@example.com')
    await settled(product, 1)
    await rebuild(product.platform.db)
    // A later mail proves that the worker has passed this point.
    await signUp(product, 'bob@example.com')
    await settled(product, 2)
    expect((await inbox(product)).map(({ to }) => to)).toEqual(['bob@example.com', 'ada@example.com'])
    expect(await product.platform.db('mailbox_messages').max('copies as copies')).toEqual([{ copies: 1 }])
  })

  test('the sweep of the next worker adds the jobs that one lost with its memory', async () => {
    const held = Promise.withResolvers<void>()
    const people = PREPARED_AT_ONCE + 3
    const product = await stage.product()
    const prepare = vi.fn(() => held.promise.then(() => ({ drop: '' })))
    const holding = accountMails.map((kind) => ({ ...kind, prepare }))
    // A worker with all slots busy, so that further jobs stay queued.
    const busy = await stage.worker(product, { mailKinds: holding, tickMs: 3_600_000 })
    for (let i = 0; i < people; i++) await signUp(product, `person-${i}@example.com`)
    await eventually(async () => {
      expect(await effects(product)).toHaveLength(people)
      expect(prepare).toHaveBeenCalledTimes(PREPARED_AT_ONCE)
    })
    const stopped = busy.stop()
    held.resolve()
    await stopped
    const lost = (await effects(product)).filter(({ status }) => status === 'pending')
    // Until its queue is closed, a worker that stops may begin another one.
    expect(lost).toHaveLength(people - prepare.mock.calls.length)
    expect(lost.length).toBeGreaterThan(0)

    await stage.worker(product)
    await settled(product, people)
    expect(await inbox(product)).toHaveLength(lost.length)
  })

  test('does not resend a sent mail while its outcome cannot be recorded', async () => {
    const smtp = await stage.smtp()
    const product = await stage.product({ SMTP_URL: smtp.url })
    await signUp(product, 'ada@example.com')
    const append = vi.spyOn(product.platform.eventStore, 'append')
    append.mockRejectedValue(new Unavailable('no space left'))
    await stage.worker(product)
    for (const attempts of [1, 2, 3]) {
      await eventually(async () => {
        expect(append).toHaveBeenCalledTimes(attempts)
        // That it was sent is known in the ledger then.
        expect(await product.platform.db('effects').whereNotNull('sent_at')).toHaveLength(1)
      })
      product.clock.advance(LEASE_MS)
    }
    append.mockRestore()
    const effect = await settledOne(product)
    expect(smtp.received).toHaveLength(1)
    expect(await outcomesOf(product, effect)).toMatchObject([{ outcome: 'sent' }])
  })

  test('never gives up a sent mail, however long its outcome cannot be recorded', async () => {
    const smtp = await stage.smtp()
    const product = await stage.product({ SMTP_URL: smtp.url })
    await signUp(product, 'ada@example.com')
    const { eventStore } = product.platform
    const append = vi.spyOn(eventStore, 'append').mockRejectedValue(new Unavailable('no space left'))
    await stage.worker(product)
    await eventually(async () =>
      expect(await product.platform.db('effects').whereNotNull('sent_at')).toHaveLength(1),
    )
    const read = vi.spyOn(eventStore, 'readStream').mockResolvedValue([])
    product.clock.advance(25 * 3_600_000)
    const status = async () => (await effects(product)).map((effect) => [effect.status, effect.attempts])
    await eventually(async () => expect(await status()).toEqual([['pending', 2]]))
    append.mockRestore()
    read.mockRestore()
    product.clock.advance(3_600_000)
    expect(await settledOne(product)).toMatchObject({ status: 'sent', attempts: 3 })
    expect(smtp.received).toHaveLength(1)
  })

  test('waiting for a read model does not count as an attempt', async () => {
    const smtp = await stage.smtp()
    const product = await stage.product({ SMTP_URL: smtp.url })
    await product.projector.stop()
    await signUp(product, 'ada@example.com')
    const kind: MailKind = {
      purpose: 'test.welcome',
      on: 'UserSignedUp',
      readModels: ['users'],
      recipients: () => [''],
      prepare: async () => ({
        to: 'ada@example.com',
        mail: { subject: 'News', text: 'News', html: 'News' },
      }),
    }
    await stage.worker(product, { mailKinds: [kind] })
    const status = async () => (await effects(product)).map((effect) => [effect.status, effect.attempts])
    const hasTried = (attempts: number) =>
      eventually(async () => expect(await status()).toEqual([['pending', attempts]]))
    for (const attempts of [1, 2]) {
      await hasTried(attempts)
      product.clock.advance(25 * 3_600_000)
    }
    // No lease is held that would expire when the clock advances.
    await hasTried(3)
    const projector = await startProjector(product.platform)
    stage.defer(() => projector.stop())
    await projector.caughtUp()
    product.clock.advance(120_000)
    expect(await settledOne(product)).toMatchObject({ status: 'sent' })
    expect(smtp.received).toHaveLength(1)
  })

  test('a ledger restored from an older backup sends no second mail', async () => {
    const smtp = await stage.smtp()
    const product = await stage.product({ SMTP_URL: smtp.url })
    await stage.worker(product)
    await signUp(product, 'ada@example.com')
    const before = await settledOne(product)
    await product.platform.db('effects').where({ id: before.id }).update({ status: 'pending', fence: 0 })
    const after = await settledOne(product)
    expect(after).toMatchObject({ status: 'sent', fence: '1' })
    expect(smtp.received).toHaveLength(1)
  })

  test('a reactor that gets all events again causes no second mail', async () => {
    const smtp = await stage.smtp()
    const product = await stage.product({ SMTP_URL: smtp.url })
    const worker = await stage.worker(product)
    await signUp(product, 'ada@example.com')
    await settled(product, 1)
    await worker.stop()
    await product.platform.db('reactor_checkpoints').update({ position: null })
    await stage.worker(product)
    await signUp(product, 'bob@example.com')
    await settled(product, 2)
    expect(smtp.received).toHaveLength(2)
  })
})

describe('start and stop', () => {
  test('a stopping worker finishes its current mail', async () => {
    const held = Promise.withResolvers<void>()
    const smtp = await stage.smtp({ beforeReply: () => held.promise })
    const product = await stage.product({ SMTP_URL: smtp.url })
    const worker = await stage.worker(product)
    await signUp(product, 'ada@example.com')
    await eventually(() => expect(smtp.received).toHaveLength(1))
    const stopped = worker.stop()
    held.resolve()
    await stopped
    expect(await effects(product)).toMatchObject([{ status: 'sent', attempts: 1 }])
  })

  test('a worker recovers after losing every database connection', async () => {
    const product = await stage.product()
    await stage.worker(product)
    await signUp(product, 'ada@example.com')
    await settled(product, 1)
    await product.platform.db.raw(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    await eventually(() => signUp(product, 'bob@example.com'))
    await eventually(async () =>
      expect((await inbox(product)).map(({ to }) => to)).toContain('bob@example.com'),
    )
  })
})

describe('confidentiality', () => {
  test('ledger and mail events hold no address, subject or token', async () => {
    const held = Promise.withResolvers<void>()
    const smtp = await stage.smtp({ beforeReply: () => held.promise })
    const product = await stage.product({ SMTP_URL: smtp.url })
    await stage.worker(product)
    await signUp(product, 'ada@example.com')
    await eventually(() => expect(smtp.received).toHaveLength(1))

    const { db } = product.platform
    const dump = async () => {
      const parts = await Promise.all([
        ...['effects', 'reactor_checkpoints'].map((name) =>
          db.raw(`SELECT row_to_json(t)::text AS row FROM ${name} t`),
        ),
        db.raw(`SELECT data || metadata AS row FROM event_store.events WHERE stream LIKE 'mails-%'`),
      ])
      return parts.flatMap(({ rows }) => rows.map(({ row }: { row: string }) => row)).join('\n')
    }
    const duringSend = await dump()
    held.resolve()
    const effect = await settledOne(product)
    const text = `${duringSend}\n${await dump()}`
    expect(text).toContain(effect.id)
    expect(text).toContain(`"causeId":"${effect.event_id}"`)
    expect(text).toContain('account.confirm-email')

    const { userId } = (await product.facts(effect.stream))[0]!.data as { userId: string }
    const token = confirmationTokens(product.platform).token(userId, 1)
    for (const secret of ['ada@example.com', 'example.com', 'bestätigen', token])
      expect(text).not.toContain(secret)
  })
})
