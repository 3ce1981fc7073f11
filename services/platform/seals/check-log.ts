import type { EventStore, Position, StoredEvent } from '../event-store/event-store.ts'
import { hashOfFact } from '../facts/event-codec.ts'
import { AlteredFact, type FactMacs } from '../facts/fact-macs.ts'
import { logAfter, type Seal } from './seals.ts'

export type CheckedLog = {
  readonly events: number
  readonly seals: number
  /** What does not fit, at most 20. */
  readonly faults: readonly string[]
}

const MAX_FAULTS = 20

type Macs = Pick<FactMacs, 'require'>
type Parts = { readonly eventStore: Pick<EventStore, 'readAll'>; readonly factMacs: Macs }

const isGenuine = (factMacs: Macs, event: StoredEvent): boolean => {
  try {
    factMacs.require(event)
    return true
  } catch (error) {
    if (error instanceof AlteredFact) return false
    throw error
  }
}

/** Returns a check of the chains of streams. `isWhole`: the log is read from its first event. */
const createChains = (isWhole: boolean) => {
  const heads = new Map<string, { readonly revision: number; readonly hash: string | undefined }>()
  return ({ stream, revision, metadata }: StoredEvent): boolean => {
    const { hash, previousHash = null } = metadata as { hash?: string; previousHash?: string | null }
    const previous = heads.get(stream)
    heads.set(stream, { revision, hash })
    if (previous === undefined) return !isWhole || revision === 0
    // The hash does not cover the revision.
    return (previous.hash ?? '') === previousHash && revision === previous.revision + 1
  }
}

/** Returns a check of seals along the log, and the seals that it has not met. */
const createSealCheck = (seals: readonly Seal[], from: Seal | undefined) => {
  const left = seals.filter(({ position }) => !from || position > from.position)
  let log = from?.log ?? ''
  return {
    left,
    /** The seals at this event, or before it, and whether each fits. */
    after(event: StoredEvent): readonly (Seal & { readonly fits: boolean })[] {
      log = logAfter(log, event)
      const met = left.filter(({ position }) => position <= event.position)
      left.splice(0, met.length)
      return met.map((seal) => ({ ...seal, fits: seal.position === event.position && seal.log === log }))
    },
  }
}

/**
 * Reads the log after `from` (a seal that was checked before; undefined: from the first event) and checks each event's MAC and hash, the
 * chain of each stream, and each later seal.
 */
export const checkLog = async (
  { eventStore, factMacs }: Parts,
  seals: readonly Seal[],
  from?: Seal,
): Promise<CheckedLog> => {
  const faults: string[] = []
  const isChained = createChains(from === undefined)
  const sealCheck = createSealCheck(seals, from)
  let [events, checked] = [0, 0]
  const check = (event: StoredEvent): void => {
    const place = `${event.stream} ${event.revision}`
    if (!isGenuine(factMacs, event)) faults.push(`${place}: not written by this product`)
    if (event.metadata['hash'] !== hashOfFact(event, event.stream))
      faults.push(`${place}: its hash does not fit`)
    if (!isChained(event)) faults.push(`${place}: an event before it is missing`)
    for (const { at, position, fits } of sealCheck.after(event)) {
      checked += 1
      if (!fits) faults.push(`the seal of ${at}: the events up to ${position} are not those that were sealed`)
    }
    events += 1
  }
  for (let after: Position | null = from?.position ?? null; ;) {
    const page = await eventStore.readAll({ after, max: 1_000 })
    page.events.forEach(check)
    after = page.next
    if (page.atHead) break
  }
  for (const { at, position } of sealCheck.left)
    faults.push(`the seal of ${at}: the events up to ${position} are gone`)
  return { events, seals: checked, faults: faults.slice(0, MAX_FAULTS) }
}
