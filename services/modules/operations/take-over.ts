import { randomUUID } from 'node:crypto'
import { bySystem, createCommands } from '#platform/commands/execute-command.ts'
import { createFingerprints } from '#platform/commands/fingerprints.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { createCodec } from '#platform/facts/event-codec.ts'
import type { TakenOver } from '#platform/facts/fact-macs.ts'
import type { Platform } from '#platform/platform.ts'
import { sealRows, type MacTable } from '#platform/secrets/row-macs.ts'
import { beganWithoutMacs, takenOver, TAKEN_OVER_STREAM } from '#platform/stores/taken-over.ts'
import { operationDecider } from './operation.decider.ts'

/** How long programs of before may still run beside this one, in a rolling upgrade. */
const ROLLING_MS = 3_600_000

type Parts = Pick<Platform, 'clock' | 'codec' | 'db' | 'eventStore' | 'factMacs' | 'keys' | 'rowMacs'>
export type TakeOver = 'nothing' | 'again' | { readonly rows: number; readonly until: Date | null }

/** Programs of before still run and cannot read this event. They need not: it is in a stream of its own. */
const record = async (
  { clock, codec, eventStore, factMacs, keys }: Parts,
  data: { readonly to: Position | null; readonly until: string | null; readonly rows: number },
): Promise<void> => {
  const own = createCodec(codec.catalogue, keys, undefined, factMacs)
  await createCommands(eventStore, own, createFingerprints(keys, clock)).execute({
    decider: operationDecider,
    stream: TAKEN_OVER_STREAM,
    workspaceId: null,
    context: {
      ...bySystem(randomUUID(), clock.now()),
      actor: { kind: 'system', userId: null, role: 'operator' },
    },
    command: { type: 'RecordStep', step: { type: 'RecordsAdopted', data } },
  })
}

/** Whether a take-over is over, so that nothing may follow. */
const isOver = (before: TakenOver | undefined, now: Date): boolean =>
  before !== undefined && (before.until === null || now >= before.until)

/**
 * Takes over the events and rows of a program that wrote no MACs: seals each row of `tables` without one, and appends an event that says up to
 * where events need none. `rolling`: programs of before still run for an hour. Returns `nothing` for a store that began with MACs, and
 * `again` if it was taken over and nothing may follow; `force` takes over once more.
 */
export const takeOver = async (
  parts: Parts,
  tables: readonly MacTable[],
  { rolling = false, force = false }: { readonly rolling?: boolean; readonly force?: boolean } = {},
): Promise<TakeOver> => {
  const { clock, db, eventStore, factMacs, rowMacs } = parts
  const now = clock.now()
  if (!(await beganWithoutMacs(parts))) return 'nothing'
  if (!force && isOver(await takenOver(parts), now)) return 'again'
  const to = await eventStore.head()
  factMacs.takeOver({ to, until: null })
  let rows = 0
  for (const table of tables) rows += await sealRows({ db, rowMacs }, table)
  const until = rolling ? new Date(now.getTime() + ROLLING_MS) : null
  await record(parts, { to, until: until?.toISOString() ?? null, rows })
  return { rows, until }
}
