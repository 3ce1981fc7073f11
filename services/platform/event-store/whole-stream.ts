import type { EventStore, StoredEvent } from './event-store.ts'

const PAGE = 1_000

/** Reads a stream page by page. */
export const wholeStream = async (
  { readStream }: Pick<EventStore, 'readStream'>,
  stream: string,
): Promise<readonly StoredEvent[]> => {
  const all: StoredEvent[] = []
  for (;;) {
    const page = await readStream(stream, { from: all.length, max: PAGE })
    all.push(...page)
    if (page.length < PAGE) return all
  }
}
