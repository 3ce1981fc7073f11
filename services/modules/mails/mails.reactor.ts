import type { Codec } from '#platform/event-codec.ts'
import type { NewEffect } from '#platform/effects/effect-ledger.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import type { Fact } from '#platform/facts.ts'
import { derivedId } from '#platform/ids.ts'
import type { MailKind } from './mail-kind.ts'

/** Fact, purpose and recipient name a mail: told twice, a fact causes the same mails. */
const effectOf = (fact: Fact, purpose: string, recipient: string): NewEffect => ({
  id: derivedId('effect', fact.id, purpose, recipient),
  purpose,
  recipient,
  eventId: fact.id,
  stream: fact.stream,
  revision: fact.revision,
  traceparent: fact.metadata.traceparent ?? null,
})

/** Which mails these facts cause. */
export const mailsOf = (
  kinds: readonly MailKind[],
  codec: Pick<Codec, 'decodeBlind'>,
  events: readonly StoredEvent[],
): readonly NewEffect[] =>
  codec
    .decodeBlind(events)
    .flatMap((fact) =>
      kinds
        .filter(({ on }) => on === fact.type)
        .flatMap(({ purpose, recipients }) =>
          recipients(fact).map((recipient) => effectOf(fact, purpose, recipient)),
        ),
    )
