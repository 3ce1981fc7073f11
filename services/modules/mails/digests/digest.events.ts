import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/**
 * Stream `digest-<userId>-<month>`: the mails about requests that a person gets together, in the month in which their digest would be
 * due. The month bounds the stream.
 */

const ids = { userId: clear('id') }

export const digestEvents = {
  /** Instead of a mail, which the digest tells of. */
  MailDeferred: fact(
    1,
    Type.Object({
      ...ids,
      /** Not `requestId`: the fact is news to nobody else who may see the request. */
      aboutRequestId: clear('id'),
      purpose: clear('reason'),
      /** When the digest is due that tells of it. */
      dueAt: clear('time'),
    }),
  ),
  /** Sends the digest of everything that was deferred in this stream since the last one. */
  DigestReleased: fact(1, Type.Object({ ...ids, dueAt: clear('time') })),
} as const

export type DigestEvent = EventOf<typeof digestEvents>

/** `dueAt`: when a digest with the mail of this fact is due, judged by the time of the fact, so that a second try finds the stream. */
export const digestStream = (userId: string, dueAt: Date): string =>
  `digest-${userId}-${dueAt.toISOString().slice(0, 7)}`
