import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { mailboxMessages } from '#platform/mail/mailbox.ts'
import { messageOf, openMailer } from '#platform/mail/mailer.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
import { recordStatements } from '#support/statements.ts'
import { openSmtpSink, type SmtpSink } from '#support/servers/smtp-sink.ts'

let database: TestDatabase
let db: Knex
let smtp: SmtpSink

beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  smtp = await openSmtpSink()
})
afterAll(async () => {
  await smtp.close()
  await db.destroy()
  await database.drop()
})

const config = {
  PUBLIC_BASE_URL: 'http://localhost:3000',
  MAIL_FROM: 'Vieraugen <no-reply@vieraugen.example>',
}
const mail = (given: { to?: string; subject?: string } = {}) => ({
  id: randomUUID(),
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'a text',
  html: '<p>a text</p>',
  pictures: [],
  ...given,
})

const hostile = [
  'Hello\r\nBcc: eve@example.com',
  'Hello\nX-Header: 1\n\n<b>body</b>',
  'Hello\u0000\u0007\u2028Bcc: eve@example.com',
  '=?utf-8?q?Hello?= \u202Eevil',
  'ä'.repeat(400),
]

test.each(hostile)('a subject stays one line and adds no header: %j', async (subject) => {
  const mailer = openMailer({ ...config, SMTP_URL: smtp.url }, db)
  const sent = mail({ subject })
  await mailer.send(sent)
  mailer.close()
  const { raw, recipients } = smtp.received.find(({ messageId }) => messageId === `<${sent.id}@localhost>`)!
  const names = raw.split('\r\n\r\n')[0]!.match(/^[A-Za-z-]+(?=:)/gm)
  expect(recipients).toEqual(['ada@example.com'])
  expect(names?.toSorted()).toEqual([
    'Auto-Submitted',
    'Content-Type',
    'Date',
    'From',
    'MIME-Version',
    'Message-ID',
    'Subject',
    'To',
  ])
})

test('a mail goes to the mail server in few writes, however long it is', async () => {
  const mailer = openMailer({ ...config, SMTP_URL: smtp.url }, db)
  // The first one opens the connection.
  await mailer.send(mail())
  const writing = vi.spyOn(Socket.prototype, '_write')
  const lines = Array.from({ length: 200 }, (_, n) => `line ${n}, with what it says about the request`)
  const sent = { ...mail(), text: lines.join('\n'), html: lines.map((line) => `<p>${line}</p>`).join('\n') }
  await mailer.send(sent)
  // MAIL and RCPT, DATA, the message, its last line, and the end; the server answers each.
  expect(writing.mock.calls.length).toBeLessThanOrEqual(10)
  writing.mockRestore()
  mailer.close()
  const { raw } = smtp.received.find(({ messageId }) => messageId === `<${sent.id}@localhost>`)!
  expect(raw).toContain('line 199')
})

test.each([
  'ada@example.com, eve@example.com',
  'ada@example.com\r\nRCPT TO:<eve@example.com>',
  'team: eve@example.com;',
])('an ambiguous address reaches no other mailbox: %j', async (to) => {
  const mailer = openMailer({ ...config, SMTP_URL: smtp.url }, db)
  const before = smtp.received.length
  await mailer.send(mail({ to })).catch(() => {})
  mailer.close()
  for (const { recipients } of smtp.received.slice(before))
    expect(recipients).not.toContain('eve@example.com')
})

test('the local mailbox shows a mail that was sent twice once', async () => {
  const mailer = openMailer(config, db)
  const first = mail({ subject: 'Hello\nworld' })
  await mailer.send(first)
  await mailer.send({ ...first, subject: 'changed' })
  const later = mail()
  await mailer.send(later)
  mailer.close()
  expect(await mailboxMessages(db)).toMatchObject([
    { subject: 'Hello' },
    { to: 'ada@example.com', subject: 'Hello world', text: 'a text', html: '<p>a text</p>' },
  ])
  expect(await db('mailbox_messages').orderBy('id').pluck('copies')).toEqual([2, 1])
})

test('a long subject is cut between characters', () => {
  const { subject } = messageOf(mail({ subject: `${'a'.repeat(249)}😀` }), config)
  expect(subject).toBe('a'.repeat(249))
})

test('the local mailbox stores mails of the same moment by one statement, each once, also one whose text was cut within a character', async () => {
  const mailer = openMailer(config, db)
  const mails = [mail(), mail(), { ...mail(), text: '😀'.slice(0, 1) }]
  const { sent, end } = recordStatements()
  await Promise.all([...mails, mails[0]!].map((one) => mailer.send(one)))
  end()
  mailer.close()
  expect(sent.filter(({ sql }) => /insert into mailbox/i.test(sql)).length).toBeLessThanOrEqual(2)
  const ids = mails.map(({ id }) => `<${id}@localhost>`)
  const copies = await db('mailbox_messages').whereIn('message_id', ids).orderBy('copies').pluck('copies')
  expect(copies).toEqual([1, 1, 2])
})

test('attaches a picture, and the local mailbox shows it inline', async () => {
  const bytes = Buffer.from('89504e47', 'hex')
  const sent = { ...mail(), html: '<img src="cid:mark">', pictures: [{ name: 'mark', bytes }] }
  for (const settings of [config, { ...config, SMTP_URL: smtp.url }]) {
    const mailer = openMailer(settings, db)
    await mailer.send(sent)
    mailer.close()
  }
  const { raw } = smtp.received.find(({ messageId }) => messageId === `<${sent.id}@localhost>`)!
  expect(raw).toMatch(/Content-Id: <mark>/i)
  expect(raw).toContain(bytes.toString('base64'))
  expect(raw).toContain('src="cid:mark"')
  const [shown] = await mailboxMessages(db)
  expect(shown?.html).toBe(`<img src="data:image/png;base64,${bytes.toString('base64')}">`)
})
