import { Transform } from 'node:stream'
import { createTransport, type Transport } from 'nodemailer'
import type { Knex } from 'knex'
import type { Config } from '../config/config.ts'
import { openMailbox } from './mailbox.ts'
import { inSpan } from '../watch/tracing.ts'

export type OutgoingMail = {
  /** The id of the mail; equal in every attempt. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly unsubscribeUrl?: string
  /** Inline pictures that the HTML shows as `cid:name`. */
  readonly pictures: readonly Picture[]
}

/** A PNG. */
export type Picture = { readonly name: string; readonly bytes: Buffer }

export type Mailer = {
  /** Resolves when the mail server or the local mailbox has accepted the mail. Rejects after 40 s. */
  send(mail: OutgoingMail): Promise<void>
  /** Closes the connections. Running deliveries end first. */
  close(): void
}

/** Errors that nodemailer throws before it sends the mail itself. */
const BEFORE_MAIL = new Set(['EAUTH', 'EDNS', 'EENVELOPE', 'ENOTFOUND', 'ETLS'])

/** Whether the mail server certainly did not take the mail: it answered so, or could not be reached. */
export const isRefusal = (error: unknown): boolean => {
  const { code, responseCode, syscall }: { [field: string]: unknown } = Object(error)
  return Number(responseCode) >= 400 || syscall === 'connect' || BEFORE_MAIL.has(String(code))
}

/** RFC 3463: no such mailbox or domain, an impossible address, one that has moved, or one that is disabled. */
const NO_MAILBOX = /^5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)(?!\d)/

/** Whether the mail server says that the recipient has no mailbox. Any other refusal may be about the sender, and pass. */
export const isUnknownMailbox = (error: unknown): boolean => {
  const { command, response }: { [field: string]: unknown } = Object(error)
  return command === 'RCPT TO' && typeof response === 'string' && NO_MAILBOX.test(response)
}

const SEND_MS = 40_000

const noFiles = { disableFileAccess: true, disableUrlAccess: true } as const

/** Passes a message on as one piece. nodemailer would write each line and header by itself to the socket. */
const inOnePiece = (): Transform => {
  const pieces: Buffer[] = []
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
    flush: (done) => done(null, Buffer.concat(pieces)),
  })
}

/** nodemailer's own retries are off, because the effect ledger schedules them. */
const smtp = (url: string) =>
  createTransport({
    url,
    pool: true,
    maxConnections: 5,
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    ...noFiles,
  }).use('stream', ({ message }, done) => {
    message.transform(inOnePiece)
    done()
  })

/** Embeds the pictures in the HTML, because the mailbox page has no attachments. */
const withPictures = (html: string, pictures: readonly Picture[]): string =>
  pictures.reduce(
    (shown, { name, bytes }) =>
      shown.replaceAll(`"cid:${name}"`, `"data:image/png;base64,${bytes.toString('base64')}"`),
    html,
  )

const localMailbox = (db: Knex): Transport<void> => {
  const store = openMailbox(db)
  return {
    name: 'local mailbox',
    version: '1',
    send({ data }, done) {
      const to = (data.to as { address: string }).address
      const messageId = String(data.messageId)
      const { subject, text, html, pictures } = data as OutgoingMail
      store({ messageId, to, subject, text, html: withPictures(html, pictures) }).then(
        () => done(null, undefined),
        (error: Error) => done(error),
      )
    },
  }
}

/** Removes line breaks and control characters, which could add a header or change the text direction. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, 250)
    // The first half of a character that was cut.
    .replace(/\p{Cs}$/u, '')

/** Returns the message for nodemailer: exactly one recipient, and nothing that it would fetch. */
export const messageOf = (
  { id, to, subject, text, html, pictures, unsubscribeUrl }: OutgoingMail,
  { PUBLIC_BASE_URL, MAIL_FROM }: Pick<Config, 'MAIL_FROM' | 'PUBLIC_BASE_URL'>,
) => ({
  messageId: `<${id}@${new URL(PUBLIC_BASE_URL).hostname}>`,
  from: MAIL_FROM,
  // An object, because nodemailer would parse a text into several addresses.
  to: { name: '', address: to },
  subject: oneLine(subject),
  text,
  html,
  pictures,
  attachments: pictures.map(({ name, bytes }) => ({
    cid: name,
    filename: `${name}.png`,
    content: bytes,
    contentDisposition: 'inline' as const,
  })),
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  ...noFiles,
})

export const openMailer = (
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_BASE_URL'>,
  db: Knex,
): Mailer => {
  const transport = config.SMTP_URL ? smtp(config.SMTP_URL) : createTransport(localMailbox(db))
  const span = { name: config.SMTP_URL ? 'SMTP send' : 'mailbox store', kind: 'client' } as const
  return {
    async send(mail) {
      const message = { ...messageOf(mail, config), signal: AbortSignal.timeout(SEND_MS) }
      await inSpan(span, async () => void (await transport.sendMail(message)))
    },
    close: () => transport.close(),
  }
}

/** Throws if the mail server does not answer or rejects our credentials. */
export const greetMailServer = async (url: string): Promise<void> => {
  const transport = smtp(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
