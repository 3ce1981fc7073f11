import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { parseKeyRing } from '../config/key-ring.ts'
import type { JsonObject, Position, StoredEvent } from '../event-store/event-store.ts'
import { isCheckedBy, noteCheckedBy, textsOf } from '../event-store/parsed-event.ts'
import { hmac } from '../primitives/ids.ts'

/**
 * Keyed MACs of events. An attacker who alters an event can compute its hash anew; a MAC needs a key that is in no store. It covers the
 * stream, id, type, data and metadata as they are stored.
 */
export type FactMacs = {
  /** Returns the metadata with the MAC as its last field. */
  sealed(event: Unsealed): Unsealed['metadata'] & { readonly mac: string }
  /** Whether the MAC fits. */
  fits(event: Omit<StoredEvent, 'position'>): boolean
  /** Throws AlteredFact for an event whose MAC does not fit, or that has none and was not taken over. */
  require(event: StoredEvent): void
  /** Accepts events without a MAC up to this position, and until this time at any. */
  takeOver(taken: TakenOver): void
}

type Place = Pick<StoredEvent, 'stream' | 'id' | 'type'>
type Texts = { readonly data: string; readonly metadata: string }
type Unsealed = Pick<StoredEvent, 'stream' | 'id' | 'type' | 'data' | 'metadata'>
/** `until`: programs that write no MACs may still run until then. */
export type TakenOver = { readonly to: Position | null; readonly until: Date | null }

/** Somebody without the keys wrote this event, or altered it. */
export class AlteredFact extends Error {
  override readonly name = 'AlteredFact'
}

const FORMAT = 'f1'

/** `report` is called for each event that does not fit. */
export const createFactMacs = (
  checkpointKey: string,
  { report, now }: { readonly report: (event: StoredEvent) => void; readonly now: () => Date },
): FactMacs => {
  const { newest, all } = parseKeyRing(checkpointKey)
  const keys = new Map<string, KeyObject>(
    all.map(({ number, secret }) => [
      String(number),
      createSecretKey(hmac(secret, 'mac-key', 'fact'), 'base64url'),
    ]),
  )
  let taken: TakenOver = { to: null, until: null }

  /** `metadata`: without the MAC. */
  const macWith = (number: string, { stream, id, type }: Place, { data, metadata }: Texts) => {
    const key = keys.get(number)
    if (!key) return undefined
    let text = ''
    for (const part of [stream, id, type, data, metadata]) text += `${part.length}:${part}`
    return `${FORMAT}:${number}:${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const fitsAs = (event: Place, mac: string, { data, metadata }: Texts): boolean => {
    const last = `,"mac":"${mac}"}`
    if (!metadata.endsWith(last)) return false
    const open = `${metadata.slice(0, -last.length)}}`
    return mac === macWith(mac.split(':')[1] ?? '', event, { data, metadata: open })
  }
  const fits: FactMacs['fits'] = (event) => {
    const { mac } = event.metadata as JsonObject
    if (typeof mac !== 'string') return false
    const stored = textsOf(event)
    if (stored && fitsAs(event, mac, stored)) return true
    // Another program may have written the same content as another text.
    return fitsAs(event, mac, { data: JSON.stringify(event.data), metadata: JSON.stringify(event.metadata) })
  }
  const isTakenOver = ({ metadata, position }: StoredEvent) =>
    !('mac' in metadata) &&
    ((taken.to !== null && position <= taken.to) || (taken.until !== null && now() < taken.until))

  const checker = {}
  return {
    fits,
    sealed: (event) => ({
      ...event.metadata,
      mac: macWith(String(newest.number), event, {
        data: JSON.stringify(event.data),
        metadata: JSON.stringify(event.metadata),
      })!,
    }),
    require(event) {
      if (isCheckedBy(event, checker)) return
      if (fits(event)) return noteCheckedBy(event, checker)
      if (isTakenOver(event)) return
      report(event)
      throw new AlteredFact(`${event.type} ${event.id} was not written by this product`)
    },
    takeOver(more) {
      taken = more
    },
  }
}
