import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, Page, Position, TypeFilter } from '#platform/event-store/event-store.ts'
import { hashOrId } from '#platform/event-store/checkpoint-mismatch.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Apply, Member, Parts } from './apply.ts'
import type { Build } from '../builds/builds.ts'
import { seenIn, writeBulk, type Seen, type Share } from './bulk.ts'
import { CheckpointMoved } from './checkpoints.ts'
import type { IsBusy } from './busy.ts'
import { handles, typesOf, type Projection } from '../definition/projection.ts'
import { createDecoding } from './read-facts.ts'

/**
 * Fills a build up to the head that it meets. Reads only the facts that the handlers take, and copies rows in bulk
 * into tables that have no index but their keys. Builds that are filled at the same time share each page, its decoding
 * and its transaction; those ahead wait for one that begins later. Ends early when `isDone`. Throws like Apply. `seen`:
 * the keys that another fill put before.
 */
export type Fill = (member: Member, isDone: () => boolean, seen?: Seen) => Promise<void>

/** A build, and the keys that were put until now, if known. */
export type Filling = Pick<Member, 'name' | 'projection'> & { readonly seen: Seen | undefined }

/** Fills long builds elsewhere, such as in a thread. */
export type FillElsewhere = {
  /** Pages to fill here first. While others write, each counts as ten. */
  readonly after: number
  /** Continues in bulk as far as possible, and moves the checkpoints. */
  fill(builds: readonly Filling[], isDone: () => boolean): Promise<void>
}

/** A page may have waited for a store. */
const LONGEST_REST_MS = 1_000

type Pace = {
  /** Facts per page. Bounds the memory, and how long a fold blocks the process. */
  readonly max: number
  /** How many pages a page counts for `after`. */
  readonly counts: number
  /** Whether a page is read and decoded while the one before is written. */
  readonly isAhead: boolean
  /** Ends a page that began at `since`. */
  rest(since: number): Promise<void>
}
const CALM: Pace = { max: 1_000, counts: 1, isAhead: true, rest: async () => {} }
/** While others write, a build keeps half a core busy, and not three. */
const BUSY: Pace = {
  max: 200,
  counts: 10,
  isAhead: false,
  rest: (since) => pause(Math.min(performance.now() - since, LONGEST_REST_MS)),
}

/** A build that is being filled, and the promise of it. */
type Place = {
  readonly member: Member
  readonly isDone: () => boolean
  seen: Seen | undefined
  resolve(): void
  reject(error: unknown): void
}

/** A page after `after` for these builds, and the promise of its decoded facts by position. */
type Ahead = {
  readonly after: Position | null
  readonly members: ReadonlySet<Member>
  readonly page: Page
  readonly facts: Promise<ReadonlyMap<Position, Fact>>
}

/** The filter for reading the facts that any of them takes. */
export const typesOfAll = (projections: readonly Projection[]): TypeFilter => {
  const filters = projections.map(typesOf)
  const only = new Set(filters.flatMap((filter) => ('only' in filter ? filter.only : [])))
  const except = filters.flatMap((filter) => ('except' in filter ? [filter.except] : []))
  const [first, ...others] = except
  if (!first) return { only: [...only] }
  return { except: first.filter((type) => !only.has(type) && others.every((types) => types.includes(type))) }
}

/** null is before every position. */
export const isBefore = (a: Position | null, b: Position | null): boolean => (a ?? '') < (b ?? '')

const lowest = (places: readonly Place[]): Position | null =>
  places.map(({ member }) => member.position).reduce((a, b) => (isBefore(a, b) ? a : b))

export const createFill = (
  {
    codec,
    db,
    blocked,
    isBusy,
    retries: { untilAvailable, isInterruption },
  }: Parts & {
    readonly isBusy: IsBusy
  },
  eventStore: EventStore,
  { apply, elsewhere }: { readonly apply: Apply; readonly elsewhere?: FillElsewhere | undefined },
): Fill => {
  const decodingFor = createDecoding(codec)
  let places: Place[] = []
  let isRunning = false
  /** The keys of builds that leave because a thread moved their checkpoints: they come back. */
  const kept = new WeakMap<Member, Seen>()
  /** Grows with each build that joins. */
  let joined = 0

  const hasBlockedLane = ({ name }: Member): boolean =>
    [...blocked.keys()].some((lane) => lane.startsWith(`${name} `))

  /** Reads a page and decodes what the builds lack of it, while the one before is written. */
  const lookAhead = (after: Position | null, max: number): Promise<Ahead> => {
    const members = places.map(({ member }) => member)
    const projections = members.map(({ projection }) => projection)
    const decode = decodingFor(projections)
    const ahead = untilAvailable(async () => {
      const page = await eventStore.readAll({ after, max, types: typesOfAll(projections) })
      const wanted = page.events.filter((event) =>
        members.some(
          ({ projection, position }) => isBefore(position, event.position) && handles(projection, event),
        ),
      )
      const facts = untilAvailable(() => decode(wanted)).then(
        (decoded) => new Map(decoded.map((fact) => [fact.position, fact])),
      )
      facts.catch(() => {})
      return { after, members: new Set(members), page, facts }
    })
    // The result may never be awaited.
    ahead.catch(() => {})
    return ahead
  }

  const goalOf = async ({ events, next }: Page) => {
    const to = next!
    const last = events.at(-1)
    const there = last?.position === to ? last : await eventStore.factAt(to)
    return { to, fact: there ? hashOrId(there) : null }
  }

  const writeInBulk = async (some: readonly Place[], { page, facts }: Ahead): Promise<void> => {
    const goal = await untilAvailable(() => goalOf(page))
    const known = await facts
    const shares = some.map(({ member, seen }): Share => {
      const lacks = page.events.filter(
        (event) => isBefore(member.position, event.position) && handles(member.projection, event),
      )
      return { member, seen, facts: lacks.map(({ position }) => known.get(position)!) }
    })
    await untilAvailable(() => writeBulk(db, shares, goal))
    for (const { member } of some) member.position = goal.to
  }

  /** Writes a page fact by fact. The keys that are put are no longer known. */
  const writeOneByOne = async (some: readonly Place[], { events }: Page): Promise<void> => {
    for (const place of some) place.seen = undefined
    await apply(
      some.map(({ member }) => member),
      events,
    )
  }

  /** Writes a page in bulk if possible; else each build alone, and fact by fact where that is necessary. */
  const writePage = async (some: readonly Place[], ahead: Ahead): Promise<void> => {
    const { page } = ahead
    const isEmpty = page.events.length === 0
    const [free, stuck] = [some.filter(({ member }) => isEmpty || !hasBlockedLane(member)), new Set(some)]
    for (const place of free) stuck.delete(place)
    if (stuck.size > 0) await writeOneByOne([...stuck], page)
    if (free.length === 0) return
    try {
      await writeInBulk(free, ahead)
    } catch (error) {
      if (isEmpty || isInterruption(error)) throw error
      if (free.length > 1) for (const place of free) await writePage([place], ahead)
      else await writeOneByOne(free, page)
    }
  }

  const leave = (place: Place, end: () => void): void => {
    places = places.filter((other) => other !== place)
    end()
  }

  /** Throws CheckpointMoved if a thread, or somebody else, moved checkpoints. */
  const requireUnmoved = async (some: readonly Place[]): Promise<void> => {
    const rows: Pick<Build, 'name' | 'position'>[] = await untilAvailable(() =>
      db('checkpoints').select('name', 'position'),
    )
    const positions = new Map(rows.map(({ name, position }) => [name, position]))
    const moved = some.filter(({ member: { name, position } }) => positions.get(name) !== position)
    for (const { member, seen } of moved) if (seen) kept.set(member, seen)
    if (moved.length > 0) throw new CheckpointMoved(moved.map(({ member }) => member.name))
  }

  /** Those that a thread can fill go on there. */
  const fillElsewhere = async ({ after }: Ahead): Promise<void> => {
    const known = joined
    const some = places.filter(({ member }) => member.position === after && !hasBlockedLane(member))
    if (some.length === 0) return
    const builds = some.map(({ member: { name, projection }, seen }) => ({ name, projection, seen }))
    await elsewhere!.fill(builds, () => joined > known || some.some(({ isDone }) => isDone()))
    await requireUnmoved(some)
  }

  /** Writes the page to the builds that lack it. Those that have then met the head leave. */
  const step = async (ahead: Ahead): Promise<void> => {
    const { next, atHead } = ahead.page
    const behind = places.filter(({ member }) => ahead.members.has(member) && isBefore(member.position, next))
    if (behind.length > 0) await writePage(behind, ahead)
    // New facts keep coming; the runner applies the rest.
    if (atHead || behind.length === 0)
      for (const place of places) if (!isBefore(place.member.position, next)) leave(place, place.resolve)
  }

  /** Those whose checkpoint was moved leave. Any other error concerns all. */
  const fail = (error: unknown): void => {
    const names = error instanceof CheckpointMoved ? error.names : []
    const some = places.filter(({ member }) => names.includes(member.name))
    for (const place of some.length > 0 ? some : places) leave(place, () => place.reject(error))
  }

  /** The next page, which may have been read already. The page before may have been written in part. */
  const nextPage = async (coming: Promise<Ahead> | undefined, max: number): Promise<Ahead> => {
    const after = lowest(places)
    const ahead = await coming
    return ahead?.after === after ? ahead : lookAhead(after, max)
  }

  const isLong = (pages: number, { page, after }: Ahead): boolean =>
    elsewhere !== undefined && pages >= elsewhere.after && page.next !== after

  const run = async (): Promise<void> => {
    let coming: Promise<Ahead> | undefined
    let known = joined
    let pace = CALM
    for (let pages = 0; ; pages += pace.counts) {
      for (const place of places) if (place.isDone()) leave(place, place.resolve)
      if (places.length === 0) break
      if (joined > known) [coming, known, pages] = [undefined, joined, 0]
      pace = (await isBusy()) ? BUSY : CALM
      const began = performance.now()
      try {
        const ahead = await nextPage(coming, pace.max)
        coming = undefined
        const { page } = ahead
        if (isLong(pages, ahead)) {
          await fillElsewhere(ahead)
          // The page that stopped the thread is written here.
          pages = -pace.counts
        }
        if (pace.isAhead && !page.atHead && joined === known) coming = lookAhead(page.next, pace.max)
        await step(ahead)
        await pace.rest(began)
      } catch (error) {
        coming = undefined
        fail(error)
      }
    }
    isRunning = false
  }

  return (member, isDone, given) => {
    const filled = new Promise<void>((resolve, reject) => {
      const known = given ?? kept.get(member)
      const seen = known ?? (member.position === null ? seenIn(member) : undefined)
      places = [...places, { member, isDone, seen, resolve, reject }]
    })
    kept.delete(member)
    joined += 1
    if (!isRunning) {
      isRunning = true
      // Builds that begin together are there when the first page is read.
      setImmediate(() => void run())
    }
    return filled
  }
}
