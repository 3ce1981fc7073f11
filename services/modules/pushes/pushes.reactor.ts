import type { NewEffect } from '#platform/effects/effect-ledger.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Streams } from '../mails/mail-kind.ts'
import type { PushKind } from './push-kind.ts'
import type { PushSubscriptions } from './push-subscription.store.ts'

type Asked = {
  readonly commands: Streams
  readonly subscriptions: Pick<PushSubscriptions, 'of'>
  readonly now: Date
}

/** Which browsers a fact is told to: of those whom it concerns, the ones that asked for it and are still signed in. */
export const pushesOf = async (
  kinds: readonly PushKind[],
  fact: Fact,
  { commands, subscriptions, now }: Asked,
): Promise<readonly NewEffect[]> => {
  const effects: NewEffect[] = []
  for (const { on, purpose, recipients } of kinds) {
    if (on !== fact.type) continue
    for (const recipient of await subscriptions.of(await recipients(fact, commands), now))
      effects.push({
        id: derivedId('effect', fact.id, purpose, recipient),
        purpose,
        recipient,
        eventId: fact.id,
        stream: fact.stream,
        revision: fact.revision,
        traceparent: fact.metadata.traceparent ?? null,
      })
  }
  return effects
}
