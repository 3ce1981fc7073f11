import type { Knex } from 'knex'
import type { MailboxMessage } from '#contract/operation.ts'

/** The local mailbox: where mails end up when no mail server is configured. A mail that comes twice shows once. */

type Row = {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
  received_at: Date
}

export const storeInMailbox = async (
  db: Knex,
  mail: { readonly messageId: string } & Pick<MailboxMessage, 'to' | 'subject' | 'text' | 'html'>,
): Promise<void> => {
  const { messageId, to, ...content } = mail
  await db('mailbox_messages')
    .insert({ message_id: messageId, recipient: to, ...content })
    .onConflict('message_id')
    .merge({ copies: db.raw('mailbox_messages.copies + 1') })
}

/** Newest first. */
export const mailboxMessages = async (db: Knex): Promise<MailboxMessage[]> => {
  const rows = await db<Row>('mailbox_messages').orderBy('id', 'desc')
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    html: row.html,
    receivedAt: row.received_at.toISOString(),
  }))
}

/** Id of the newest message, null when there is none. */
export const newestMailboxId = async (db: Knex): Promise<string | null> => {
  const row = await db<Row>('mailbox_messages').orderBy('id', 'desc').first('id')
  return row?.id ?? null
}
