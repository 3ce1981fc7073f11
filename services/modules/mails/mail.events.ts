import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/**
 * Stream `mails-<causeId>`: what became of the mails that one fact caused, without their addresses. An outcome here
 * stops a second mail after a restore.
 */

export const OUTCOMES_PER_FACT = 200

const outcome = Type.Union([
  Type.Literal('sent'),
  /** No longer of use when its turn came: the link had been replaced, the request decided, the person erased. */
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
          /** A user's or participant's id, empty where there is one anyway; never an address. */
          recipient: clear('id'),
          outcome,
          /** Why it was not sent, in words without any personal data. */
          reason: Type.Optional(clear('reason')),
        }),
        { minItems: 1, maxItems: OUTCOMES_PER_FACT },
      ),
      /** Of all the cause's mails so far, these included. */
      sent: Type.Integer(),
      dropped: Type.Integer(),
      failed: Type.Integer(),
      /** True once in a stream: when every mail of the cause has its outcome. */
      isFinal: Type.Boolean(),
    }),
  ),
} as const

export type MailEvent = EventOf<typeof mailEvents>
export type MailOutcome = MailEvent['data']['outcomes'][number]
export const mailsStream = (causeId: string): string => `mails-${causeId}`
