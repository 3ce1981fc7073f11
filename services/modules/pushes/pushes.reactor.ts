import type { NewEffect } from '#platform/effects/effect-ledger.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Streams } from '#modules/mails/mail-kind.ts'
import type { PushKind } from './push-kind.ts'
import type { PushSubscriptions } from './push-subscription.store.ts'

type Parts = {
  readonly commands: Streams
  readonly subscriptions: Pick<PushSubscriptions, 'of'>
  readonly now: Date
}

/** The pushes that an event causes, one for each subscribed browser of its recipients. */
export const pushesOf = async (
  kinds: readonly PushKind[],
  fact: Fact,
  { commands, subscriptions, now }: Parts,
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
