import type { Knex } from 'knex'
import type { Query } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { MailboxMessage, mailboxMessages as endpoint } from '#contract/mailbox.ts'
import { inBatches } from '../primitives/batches.ts'

/** The local mailbox receives the mails if no mail server is configured. A mail that is sent twice is shown once. */

type Row = {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
  received_at: Date
}

type Received = { readonly messageId: string } & Pick<MailboxMessage, 'to' | 'subject' | 'text' | 'html'>

/** Lists and not JSON, which PostgreSQL refuses when a text was cut within a character. */
const STORE = `INSERT INTO mailbox_messages (message_id, recipient, subject, text, html, copies)
  SELECT message_id, min(recipient), min(subject), min(text), min(html), count(*)
  FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[]) AS mail (message_id, recipient, subject, text, html)
  GROUP BY message_id
  ON CONFLICT (message_id) DO UPDATE SET copies = mailbox_messages.copies + excluded.copies`

/** Returns a function that stores a mail. Mails that come at the same time are stored by one statement. */
export const openMailbox = (db: Knex): ((mail: Received) => Promise<void>) =>
  inBatches<Received, void>(
    async (mails) => {
      const fields = ['messageId', 'to', 'subject', 'text', 'html'] as const
      await db.raw(
        STORE,
        fields.map((field) => mails.map((mail) => mail[field])),
      )
      return mails.map(() => undefined)
    },
    { atOnce: 1, most: 64 },
  )

type Which = Partial<Query<typeof endpoint>>
const CURSOR = /^[1-9][0-9]{0,17}$/

/** Returns messages, the newest first. `cursor` is the id of the last message of the previous page. Throws `input.invalid`. */
export const mailboxMessages = async (
  db: Knex,
  { to, q, cursor, limit }: Which = {},
): Promise<MailboxMessage[]> => {
  if (cursor !== undefined && !CURSOR.test(cursor))
    throw new Rejected('input.invalid', [{ field: 'cursor', problem: 'is no cursor' }])
  const found = db<Row>('mailbox_messages').orderBy('id', 'desc')
  if (limit !== undefined) void found.limit(limit)
  if (cursor !== undefined) void found.where('id', '<', cursor)
  if (to) void found.whereRaw('lower(recipient) = lower(?)', [to])
  if (q)
    void found.whereRaw('position(lower(?) in lower(concat_ws(chr(10), recipient, subject, text))) > 0', [q])
  return (await found).map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    html: row.html,
    receivedAt: row.received_at.toISOString(),
  }))
}

/** Returns the id of the newest message; null if there is none. */
export const newestMailboxId = async (db: Knex): Promise<string | null> => {
  const row = await db<Row>('mailbox_messages').orderBy('id', 'desc').first('id')
  return row?.id ?? null
}

/** Deletes the messages that mention an address, or those that events of the streams caused. */
export const forgetMailsAbout = async (
  db: Knex,
  what: { readonly address: string } | { readonly streams: readonly string[] },
): Promise<void> => {
  if ('address' in what)
    await db('mailbox_messages')
      .whereRaw('position(? in lower(concat_ws(chr(10), recipient, subject, text))) > 0', [
        what.address.toLowerCase(),
      ])
      .delete()
  else
    await db('mailbox_messages')
      .whereRaw(
        `split_part(ltrim(message_id, '<'), '@', 1) IN (SELECT id::text FROM effects WHERE stream = ANY (?))`,
        [[...what.streams]],
      )
      .delete()
}
