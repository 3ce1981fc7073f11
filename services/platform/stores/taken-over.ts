import type { EventStore, Position } from '../event-store/event-store.ts'
import type { FactMacs, TakenOver } from '../facts/fact-macs.ts'

/** The stream of events that say which events and rows of before were taken over. */
export const TAKEN_OVER_STREAM = 'ops-takeover'
const TAKEN_OVER = 'RecordsAdopted'

/** The event store holds events of a program that wrote no MACs, and nobody has taken them over. */
export class NotTakenOver extends Error {}

type Parts = { readonly eventStore: Pick<EventStore, 'readAll' | 'readStream'>; readonly factMacs: FactMacs }

/** Whether the first event has no MAC: then the store was begun by a program that wrote none. */
export const beganWithoutMacs = async ({ eventStore }: Pick<Parts, 'eventStore'>): Promise<boolean> => {
  const { events } = await eventStore.readAll({ after: null, max: 1 })
  return events.some(({ metadata }) => !('mac' in metadata))
}

/** Returns up to where events of before were taken over; undefined if nobody has. Only an event with a fitting MAC says so. */
export const takenOver = async ({ eventStore, factMacs }: Parts): Promise<TakenOver | undefined> => {
  const said = (await eventStore.readStream(TAKEN_OVER_STREAM)).filter(
    (event) => event.type === TAKEN_OVER && factMacs.fits(event),
  )
  const last = said.at(-1)?.data as { to: Position | null; until: string | null } | undefined
  return last && { to: last.to, until: last.until === null ? null : new Date(last.until) }
}

/**
 * Lets `factMacs` accept what was taken over. A store that began with MACs needs nothing, and accepts no event without one. Throws
 * NotTakenOver.
 */
export const requireTakenOver = async (parts: Parts): Promise<TakenOver | undefined> => {
  if (!(await beganWithoutMacs(parts))) return undefined
  const taken = await takenOver(parts)
  if (!taken)
    throw new NotTakenOver(
      'the event store holds events of an older program, which have no MACs. Run: npm run ops -- take-over',
    )
  parts.factMacs.takeOver(taken)
  return taken
}
