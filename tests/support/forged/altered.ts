import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import type { JsonObject, StoredEvent } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import type { Phone } from '../product/requests.ts'

/** The platform, if an attacker with the key of the MACs had changed these fields of the event. */
export const altered = (
  { eventStore, ...platform }: Platform,
  event: StoredEvent,
  changes: object,
): Platform => {
  const data = JSON.parse(JSON.stringify({ ...event.data, ...changes })) as JsonObject
  const { mac: _, ...metadata } = event.metadata as StoredEvent['metadata'] & { readonly mac: string }
  const changed = { ...event, data, metadata }
  const sealed = { ...changed, metadata: platform.factMacs.sealed(changed) } as StoredEvent
  const readStream: typeof eventStore.readStream = async (...args) =>
    (await eventStore.readStream(...args)).map((read) => (read.id === event.id ? sealed : read))
  return { ...platform, eventStore: { ...eventStore, readStream } }
}

/** What of the evidence would differ if the person had signed this content with their own device. */
export const signedBy = async (phone: Phone, content: object) => {
  const canonical = canonicalText(content)
  const challenge = await hashOfText(canonical)
  return { canonical, challenge, signature: await phone.sign(challenge) }
}
