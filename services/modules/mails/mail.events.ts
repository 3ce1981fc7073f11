import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/**
 * Stream `mails-<causeId>`: the outcomes of all mails that one event caused, without addresses. After a restore, a mail
 * with an outcome here is not sent again.
 */

export const OUTCOMES_PER_FACT = 200

const outcome = Type.Union([
  Type.Literal('sent'),
  /** Obsolete before it was sent: the link was replaced, the request decided, the person erased. */
  Type.Literal('dropped'),
  Type.Literal('failed'),
])

export const mailEvents = {
  MailOutcomesRecorded: fact(
    1,
    Type.Object({
      causeId: clear('id'),
      outcomes: Type.Array(
        Type.Object({
          purpose: clear('reason'),
          /** A user or participant id, empty for a fixed recipient, never an address. */
          recipient: clear('id'),
          outcome,
          /** Why it was not sent, without personal data. */
          reason: Type.Optional(clear('reason')),
        }),
        { minItems: 1, maxItems: OUTCOMES_PER_FACT },
      ),
      /** Totals for the cause so far, including these outcomes. */
      sent: Type.Integer(),
      dropped: Type.Integer(),
      failed: Type.Integer(),
      /** True once in a stream, when every mail of the cause has its outcome. */
      isFinal: Type.Boolean(),
    }),
  ),
} as const

export type MailEvent = EventOf<typeof mailEvents>
export type MailOutcome = MailEvent['data']['outcomes'][number]
export const mailsStream = (causeId: string): string => `mails-${causeId}`
