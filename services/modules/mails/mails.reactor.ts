import type { NewEffect } from '#platform/effects/effect-ledger.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { MailKind, Streams } from './mail-kind.ts'

/** The id is derived from event, purpose and recipient, so a redelivered event causes no further mail. */
const effectOf = (fact: Fact, purpose: string, recipient: string): NewEffect => ({
  id: derivedId('effect', fact.id, purpose, recipient),
  purpose,
  recipient,
  eventId: fact.id,
  stream: fact.stream,
  revision: fact.revision,
  traceparent: fact.metadata.traceparent ?? null,
})

export const mailsOf = async (
  kinds: readonly MailKind[],
  fact: Fact,
  commands: Streams,
): Promise<readonly NewEffect[]> => {
  const effects: NewEffect[] = []
  for (const { on, purpose, recipients } of kinds) {
    if (on !== fact.type) continue
    for (const recipient of await recipients(fact, commands)) effects.push(effectOf(fact, purpose, recipient))
  }
  return effects
}
