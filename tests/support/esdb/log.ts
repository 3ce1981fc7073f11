/** The log of a fake EventStoreDB in memory, and its decisions on appends. */

export type LogRecord = {
  readonly position: bigint
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}
export type Proposed = Pick<LogRecord, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>
export type Decision =
  | { readonly kind: 'success'; readonly revision: number; readonly position: bigint }
  | { readonly kind: 'wrong'; readonly actual: number }

/** The server writes its own event after every 7 appends. */
const statisticsEvery = 7

const json = (id: string, type: string): Proposed => ({
  id,
  type,
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: new Uint8Array(),
})

export const createLog = () => {
  const all: LogRecord[] = []
  const streams = new Map<string, LogRecord[]>()
  const listeners = new Set<() => void>()
  let end = 0n
  let appends = 0

  const write = (stream: string, events: readonly Proposed[]): LogRecord => {
    const own = streams.get(stream) ?? []
    streams.set(stream, own)
    for (const event of events) {
      const record = { ...event, stream, revision: own.length, position: end }
      end += BigInt(120 + event.data.length + event.metadata.length)
      own.push(record)
      all.push(record)
    }
    for (const listener of listeners) listener()
    return own.at(-1) as LogRecord
  }

  const decide = (stream: string, expected: number, events: readonly Proposed[]): Decision => {
    const own = streams.get(stream) ?? []
    const actual = own.length - 1
    if (expected > actual) return { kind: 'wrong', actual }
    if (expected === actual) {
      const { revision, position } = write(stream, events)
      return { kind: 'success', revision, position }
    }
    // A repetition, in whole or in part, returns the result of the first write. Only the ids are compared.
    const stored = own.slice(expected + 1, expected + 1 + events.length)
    const last = stored.at(-1)
    if (!last || !events.every(({ id }, i) => id === stored[i]?.id)) return { kind: 'wrong', actual }
    return { kind: 'success', revision: last.revision, position: last.position }
  }

  write('$$$scavenges', [json('00000000-0000-4000-8000-000000000001', '$metadata')])
  return {
    all: all as readonly LogRecord[],
    stream: (name: string): readonly LogRecord[] | undefined => streams.get(name),
    append(stream: string, expected: number, events: readonly Proposed[]): Decision {
      const decision = decide(stream, expected, events)
      appends += 1
      if (appends % statisticsEvery === 0)
        write('$stats-127.0.0.1:2113', [json('00000000-0000-4000-8000-000000000002', '$statsCollected')])
      return decision
    },
    /** Returns the index of the first record at or after a position. */
    indexOf(position: bigint): number {
      let low = 0
      let high = all.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((all[middle] as LogRecord).position < position) low = middle + 1
        else high = middle
      }
      return low
    },
    isEvent: (position: bigint): boolean => all.some((record) => record.position === position),
    isBeyond: (position: bigint): boolean => position >= end,
    /** Removes all records after the first `count`, like the restore of an older backup. */
    restore(count: number) {
      end = all[count]?.position ?? end
      for (const { stream } of all.splice(count)) streams.get(stream)!.pop()
      for (const [stream, own] of streams) if (own.length === 0) streams.delete(stream)
    },
    /** Answers how to go back, or forward, to what it has now. */
    backUp() {
      const kept = {
        all: [...all],
        streams: [...streams].map(([name, own]) => [name, [...own]] as const),
        end,
      }
      return () => {
        all.splice(0, Infinity, ...kept.all)
        streams.clear()
        for (const [name, own] of kept.streams) streams.set(name, [...own])
        end = kept.end
      }
    },
    /** Returns the number of open subscriptions. */
    subscriptions: () => listeners.size,
    onWritten(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Log = ReturnType<typeof createLog>
