import { afterEach, describe, expect, test } from 'vitest'
import { accountMails } from '#modules/accounts/accounts.mail-kinds.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { contextOf } from '#support/event-store/counter.ts'
import {
  enrolDevice,
  confirmed,
  effects,
  inbox,
  openStage,
  outcomesOf,
  settled,
  settledOne,
  signUp,
} from '#support/product/mail-stage.ts'
import type { Product } from '#support/product/product.ts'
import { eventually } from '#support/eventually.ts'
import { rebuild } from '#support/read-models/builds.ts'

const stage = openStage()

const raise = (product: Product, { userId, by }: { userId: string; by: string | null }) =>
  product.platform.commands.execute({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: contextOf(),
    command: { type: 'RaiseRole', userId, by },
  })
afterEach(() => stage.close())

describe('from the event to the mail', () => {
  test('a sign-up sends one confirmation mail with a working link', async () => {
    const product = await stage.product()
    await stage.worker(product)
    await signUp(product, 'ada@example.com')
    await settled(product, 1)

    const mails = await inbox(product)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to: 'ada@example.com',
      subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    })
    const [, token] = /http:\/\/localhost\/auth\/confirmEmail\/(\S+)/.exec(mails[0]!.text)!
    expect(mails[0]!.html).toContain(`href="http://localhost/auth/confirmEmail/${token}"`)
    expect((await product.call('POST', `/auth/verifyEmail/${token}`)).status).toBe(200)
  })

  test('records the mail outcome as an event of the system, caused by the event that sent the mail', async () => {
    const product = await stage.product()
    await stage.worker(product)
    await signUp(product, 'ada@example.com')
    const effect = await settledOne(product)
    const [fact, ...more] = await product.facts(`mails-${effect.event_id}`)
    expect(more).toEqual([])
    const { userId: recipient } = (await product.facts(effect.stream))[0]!.data
    expect(fact).toMatchObject({
      type: 'MailOutcomesRecorded',
      data: {
        causeId: effect.event_id,
        outcomes: [{ purpose: 'account.confirm-email', recipient, outcome: 'sent' }],
        sent: 1,
        dropped: 0,
        failed: 0,
        isFinal: true,
      },
      metadata: { causationId: effect.event_id, actor: { kind: 'system' } },
    })
  })

  test('a replayed session notifies its owner by mail', async () => {
    const product = await stage.product()
    await stage.worker(product)
    const { token, email } = await product.person()
    await product.call('GET', '/auth/refresh', { token })
    product.clock.advance(11_000)
    expect((await product.call('GET', '/auth/refresh', { token })).status).toBe(401)
    await eventually(async () =>
      expect(await inbox(product)).toMatchObject([
        { to: email, subject: 'We signed you out for your security' },
      ]),
    )
    expect((await inbox(product))[0]!.text).toContain('http://localhost/login')
  })

  test.each([
    { client: 'web', page: 'reset-password' },
    { client: 'mobile', page: 'change-password-mobile' },
  ])('a reset link opens the page that requested it ($client)', async ({ client, page }) => {
    const product = await stage.product()
    await stage.worker(product)
    await confirmed(product, 'Ada@example.com')
    const body = { email: 'ada@EXAMPLE.com', client }
    await product.call('POST', '/auth/reset-password', { body, headers: { 'accept-language': 'en' } })
    await settled(product, 2)
    const [mail] = await inbox(product)
    expect(mail).toMatchObject({ to: 'Ada@example.com', subject: 'Ihr Link für ein neues Passwort' })
    const [link] = new RegExp(`http://localhost/auth/${page}/[\\w-]{43}(?=\\s)`).exec(mail!.text)!
    expect(mail!.html).toContain(`href="${link}"`)
  })

  test('a changed password notifies its owner', async () => {
    const product = await stage.product()
    await stage.worker(product)
    await confirmed(product, 'ada@example.com')
    await product.call('POST', '/auth/reset-password', { body: { email: 'ada@example.com' } })
    await settled(product, 2)
    const [, verificationUuid] = /reset-password\/(\S+)/.exec((await inbox(product))[0]!.text)!
    const body = { verificationUuid, password: 'a new horse', confirm: 'a new horse' }
    expect((await product.call('POST', '/auth/change-password', { body })).status).toBe(200)
    await settled(product, 3)
    expect((await inbox(product))[0]).toMatchObject({
      to: 'ada@example.com',
      subject: 'Ihr Passwort wurde geändert',
    })
  })

  test('a repeated sign-up tells the owner that the account exists', async () => {
    const product = await stage.product()
    await stage.worker(product)
    await confirmed(product, 'ada@example.com')
    await signUp(product, 'ada@example.com')
    await settled(product, 2)
    const [mail] = await inbox(product)
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Sie haben bereits ein Konto' })
    expect(mail!.text).toContain('http://localhost/login')
  })

  test('mails use the language at the time of sending, and the time zone of the reader', async () => {
    const product = await stage.product()
    const { userId, token } = await product.person({ language: 'en' })
    const path = '/users/update-settings'
    const chosen = await product.call('PATCH', path, { token, body: { language: 'de' } })
    expect(chosen).toMatchObject({ status: 200, body: { language: 'de' } })
    expect((await product.call('GET', '/users/current', { token })).body.language).toBe('de')
    await product.call('PATCH', path, { token, body: { language: 'de' } })
    expect((await product.call('PATCH', path, { token, body: { language: 'fr' } })).status).toBe(400)
    expect((await product.facts(`user-${userId}`)).map(({ type }) => type)).toEqual([
      'UserSignedUp',
      'EmailVerified',
      'UserLanguageChanged',
    ])
    await product.call('PATCH', path, { token, body: { timeZone: 'Asia/Tokyo' } })
    expect((await product.call('PATCH', path, { token, body: { timeZone: 'Mars/Base' } })).status).toBe(400)
    await stage.worker(product)
    await enrolDevice(product, userId, 'Telefon')
    await settled(product, 1)
    expect(await inbox(product)).toMatchObject([
      {
        subject: 'Neues Gerät in Ihrem Konto registriert',
        text: expect.stringContaining('Uhr (Asia/Tokyo)'),
      },
    ])
  })

  test('a new device notifies its owner, with its name escaped', async () => {
    const product = await stage.product()
    await stage.worker(product)
    const { userId, email } = await product.person({ language: 'en' })
    await enrolDevice(product, userId, 'My <b>phone</b>')
    await settled(product, 1)
    const [mail] = await inbox(product)
    expect(mail).toMatchObject({ to: email, subject: 'New device enrolled in your account' })
    expect(mail!.text).toContain('on 21 November 2026 at 10:00 (UTC): My <b>phone</b>')
    expect(mail!.html).toContain('My &lt;b&gt;phone&lt;/b&gt;')
  })

  test.each([
    ['de', 'Sie sind jetzt Admin', 'boss@example.com hat Sie in einem Ihrer Workspaces zum Admin gemacht.'],
    ['en', 'You are now an admin', 'boss@example.com has made you an admin in one of your workspaces.'],
  ] as const)('a new admin gets a mail that names who made them one: %s', async (language, subject, text) => {
    const product = await stage.product()
    await stage.worker(product)
    const { userId: by } = await product.person({ email: 'boss@example.com' })
    const { userId, email } = await product.person({ role: 'regular user', language })
    await raise(product, { userId, by })
    await settled(product, 1)
    expect(await inbox(product)).toMatchObject([{ to: email, subject, text: expect.stringContaining(text) }])
  })

  test('a deleted account gets a mail', async () => {
    const product = await stage.product()
    await stage.worker(product)
    const { userId, email } = await product.person({ role: 'regular user', language: 'de' })
    await raise(product, { userId, by: null })
    await settled(product, 1)
    expect((await inbox(product))[0]!.text).toContain(
      'Sie wurden in einem Ihrer Workspaces zum Admin gemacht.',
    )
    const admin = await product.logIn(userId, 'admin')
    await product.call('DELETE', '/users/delete-account', { token: admin })
    await settled(product, 2)
    const [gone] = await inbox(product)
    expect(gone).toMatchObject({ to: email, subject: 'Ihr Konto wurde gelöscht' })
    // The mail has no link, because the account is gone.
    expect(gone!.text).not.toContain('http')
  })

  test('does not send a link that was replaced before sending', async () => {
    const product = await stage.product()
    await signUp(product, 'ada@example.com')
    await signUp(product, 'ada@example.com')
    await stage.worker(product)
    const rows = await settled(product, 2)

    expect(rows.map(({ status }) => status).toSorted()).toEqual(['dropped', 'sent'])
    const dropped = rows.find(({ status }) => status === 'dropped')!
    expect(await outcomesOf(product, dropped)).toMatchObject([
      { outcome: 'dropped', reason: 'a newer link replaced this one' },
    ])
    expect(await inbox(product)).toHaveLength(1)
  })

  test('does not write to an erased address', async () => {
    const product = await stage.product()
    const { userId } = await product.person()
    await enrolDevice(product, userId, 'phone')
    await product.platform.keys.erase({ subject: `person:${userId}` })
    await rebuild(product.platform.db)
    await stage.worker(product)
    const row = await settledOne(product)
    expect(await outcomesOf(product, row)).toMatchObject([
      { outcome: 'dropped', reason: 'the account was erased' },
    ])
    expect(await inbox(product)).toEqual([])
  })

  test('retries a mail after an error in its preparation', async () => {
    const product = await stage.product()
    let faults = 1
    const kinds = accountMails.map((kind) => ({
      ...kind,
      prepare: async (...args: Parameters<typeof kind.prepare>) => {
        if (faults-- > 0) throw new Error('ada@example.com is not there yet')
        return kind.prepare(...args)
      },
    }))
    await stage.worker(product, { mailKinds: kinds })
    await signUp(product, 'ada@example.com')
    await eventually(async () =>
      expect(await effects(product)).toMatchObject([{ status: 'pending', attempts: 1 }]),
    )
    product.clock.advance(60_000)
    expect(await settled(product, 1)).toMatchObject([{ status: 'sent', attempts: 2 }])
  })
})
