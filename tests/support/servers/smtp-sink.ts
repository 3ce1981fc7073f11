import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  /** including angle brackets */
  readonly messageId: string
  readonly recipients: readonly string[]
  readonly raw: string
}

/** A mail server that keeps its mails in order. */
export type SmtpSink = {
  readonly url: string
  readonly port: number
  readonly received: readonly ReceivedMail[]
  close(): Promise<void>
}

export type SmtpSinkOptions = {
  /** Rejects every login, and mails without one. */
  readonly refusesLogins?: boolean
  /** The port; a free one by default. */
  readonly port?: number
  /** The answer to a recipient, as of a server that refuses it; undefined: accepted. */
  readonly refuses?: (address: string) => string | undefined
  /** Called when a client connects, before the greeting. */
  readonly onConnect?: () => Promise<void>
  /** Called with a complete mail before it is acknowledged; an error rejects the mail. */
  readonly beforeReply?: (mail: ReceivedMail) => Promise<void>
}

export const openSmtpSink = async ({
  port = 0,
  refusesLogins = false,
  refuses,
  onConnect,
  beforeReply,
}: SmtpSinkOptions = {}): Promise<SmtpSink> => {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: !refusesLogins,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('Invalid login')),
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, done) {
      void (onConnect?.() ?? Promise.resolve()).then(() => done())
    },
    onRcptTo({ address }, _session, done) {
      const answer = refuses?.(address)
      done(answer === undefined ? null : Object.assign(new Error(answer), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      const take = async () => {
        const raw = await text(stream)
        const mail = {
          raw,
          messageId: /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? '',
          recipients: session.envelope.rcptTo.map(({ address }) => address),
        }
        received.push(mail)
        await beforeReply?.(mail)
      }
      take().then(() => done(), done)
    },
  })
  // A client that is killed resets its connection.
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
