import { open, readFile, type FileHandle } from 'node:fs/promises'
import { canonicalText } from '#contract/requests/signing.ts'
import type { Clock } from '../primitives/clock.ts'
import { appendLine, TORN } from '../primitives/append-line.ts'
import { sha256 } from '../primitives/ids.ts'
import type { EventStore, Position, StoredEvent } from '../event-store/event-store.ts'
import { isSignedWith, signingKeys } from '../secrets/signing-keys.ts'

/**
 * Seals of the log: a signature over its head and the heads of the workspaces that have changed. Each is written at once to a file that
 * is only appended to, outside the database, so that a missing end or another past is noticed.
 */
export type Seal = {
  readonly v: 1
  /** ISO 8601. */
  readonly at: string
  /** The id of the event store. */
  readonly store: string
  /** Of the newest event. */
  readonly position: Position
  /** The number of events up to there. */
  readonly events: number
  /** The hash over the hashes of all of them, in order. */
  readonly log: string
  /** The hash of the newest event. */
  readonly newest: string
  /** The hash of the newest event of each workspace that has changed since the last seal. */
  readonly workspaces: { readonly [id: string]: string }
  readonly keyId: string
  readonly signature: string
}
type Head = Pick<Seal, 'position' | 'events' | 'log'>

export type Seals = {
  /** Seals what is new: each 1,000 events, and the rest once the last seal is 3 minutes old. Returns the number of new seals. */
  seal(): Promise<number>
  /** The newest seal; undefined before the first one. Throws UnfitSeal. */
  newest(): Promise<Seal | undefined>
  /**
   * The seals after a byte of the ledger, the oldest first, at most 1 MB of them, each with the byte at which it ends; the newest alone
   * without a byte, and from the first one where none ends at that byte. Throws UnfitSeal.
   */
  after(byte: number | undefined): Promise<readonly { readonly seal: Seal; readonly end: number }[]>
  /** All seals, the oldest first. Throws UnfitSeal for one that is damaged or not signed by this installation. */
  read(): Promise<readonly Seal[]>
  /** Why the newest seal does not fit the event store; null if it does. Throws UnfitSeal. */
  misfit(): Promise<string | null>
}

/** The seals or the events were altered. */
export class UnfitSeal extends Error {}

const DOMAIN = 'vieraugen/seal/v1'
const MAX_EVENTS = 1_000
const MAX_AGE_MS = 3 * 60_000
/** Longer than any seal. */
const TAIL = 1024 * 1024
const BEGIN = { position: null, events: 0, log: '' }

const hashIn = ({ id, metadata }: Pick<StoredEvent, 'id' | 'metadata'>): string =>
  (metadata as { readonly hash?: string }).hash ?? id

/** The hash of the log after this event. */
export const logAfter = (log: string, event: StoredEvent): string =>
  sha256(log, '\n', event.position, '\n', hashIn(event)).toString('hex')

/** The text that is signed. */
const textOf = (seal: Omit<Seal, 'signature'>): string =>
  `${DOMAIN}\n${canonicalText({ ...seal, signature: undefined })}`

/** Returns a reader of single seals, which throws UnfitSeal for one that is damaged or not signed by this installation. */
export const sealReader = (checkpointKey: string): ((text: string, place: string) => Seal) => {
  const keys = signingKeys(DOMAIN, checkpointKey)
  return (text, place) => {
    let seal: Seal | undefined
    try {
      seal = JSON.parse(text) as Seal
    } catch {
      seal = undefined
    }
    const key = seal && keys.find(({ id }) => id === seal.keyId)
    if (
      !seal ||
      !key ||
      !isSignedWith({ publicKey: key.publicKey, keyId: key.id }, textOf(seal), seal.signature)
    )
      throw new UnfitSeal(`${place} of the seals is not signed by this installation`)
    return seal
  }
}

type Line = { readonly text: string; readonly end: number }

/** The whole lines from this byte on, at most 1 MB of them. A crash may have cut off one: then it was no seal. */
const linesFrom = async (file: FileHandle, start: number): Promise<readonly Line[]> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL), 0, TAIL, start)
  const lines: Line[] = []
  let end = start
  for (const text of buffer.toString('utf8', 0, bytesRead).split('\n').slice(0, -1)) {
    end += Buffer.byteLength(text) + 1
    if (!text.endsWith(TORN)) lines.push({ text, end })
  }
  return lines
}

const endsLine = async (file: FileHandle, byte: number): Promise<boolean> =>
  byte > 0 && (await file.read(Buffer.alloc(1), 0, 1, byte - 1)).buffer.toString() === '\n'

/** What `work` returns, or undefined if there is no file. */
const ifThere = async <T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T | undefined> => {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  try {
    return file && (await work(file))
  } finally {
    await file?.close()
  }
}

type Parts = {
  readonly eventStore: Pick<EventStore, 'readAll' | 'factAt' | 'identity'>
  readonly clock: Clock
  /** CHECKPOINT_KEY. */
  readonly checkpointKey: string
  /** SEAL_LEDGER. */
  readonly path: string
}

export const createSeals = ({ eventStore, clock, checkpointKey, path }: Parts): Seals => {
  const keys = signingKeys(DOMAIN, checkpointKey)

  const sealIn = sealReader(checkpointKey)
  const read: Seals['read'] = async () => {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    return text.split('\n').flatMap((line, i, all) => {
      const isTorn = line.endsWith(TORN) || i === all.length - 1
      return isTorn ? [] : [sealIn(line, `line ${i + 1}`)]
    })
  }
  let known: { readonly size: number; readonly seal: Seal | undefined } = { size: 0, seal: undefined }
  /** Reads the end of the file, if it has grown. */
  const newestSeal = async (): Promise<Seal | undefined> =>
    ifThere(path, async (file) => {
      const { size } = await file.stat()
      if (size === known.size) return known.seal
      const last = (await linesFrom(file, Math.max(0, size - TAIL))).at(-1)
      known = { size, seal: last && sealIn(last.text, 'the last line') }
      return known.seal
    })
  const write = async (head: Head, newest: StoredEvent, workspaces: Seal['workspaces']): Promise<void> => {
    const [key] = keys
    const unsigned = {
      v: 1,
      at: clock.now().toISOString(),
      store: await eventStore.identity(),
      ...head,
      newest: hashIn(newest),
      workspaces,
      keyId: key.id,
    } as const
    await appendLine(path, { ...unsigned, signature: key.sign(textOf(unsigned)) }, 'SEAL_LEDGER')
  }

  return {
    newest: newestSeal,
    async after(byte) {
      const lines = await ifThere(path, async (file) => {
        if (byte !== undefined) return linesFrom(file, (await endsLine(file, byte)) ? byte : 0)
        const { size } = await file.stat()
        return (await linesFrom(file, Math.max(0, size - TAIL))).slice(-1)
      })
      return (lines ?? []).map(({ text, end }) => ({
        seal: sealIn(text, `the line that ends at byte ${end}`),
        end,
      }))
    },
    read,
    async seal() {
      const last = await newestSeal()
      let { position, events, log }: { position: Position | null; events: number; log: string } =
        last ?? BEGIN
      const isDue = !last || clock.now().getTime() - Date.parse(last.at) >= MAX_AGE_MS
      for (let sealed = 0; ;) {
        const page = await eventStore.readAll({ after: position, max: MAX_EVENTS })
        const newest = page.events.at(-1)
        if (!newest || (page.events.length < MAX_EVENTS && !isDue)) return sealed
        const workspaces: Record<string, string> = {}
        for (const event of page.events) {
          log = logAfter(log, event)
          const { workspaceId } = event.metadata as { readonly workspaceId?: unknown }
          if (typeof workspaceId === 'string') workspaces[workspaceId] = hashIn(event)
        }
        events += page.events.length
        position = newest.position
        await write({ position, events, log }, newest, workspaces)
        sealed += 1
        if (page.atHead) return sealed
      }
    },
    async misfit() {
      const last = await newestSeal()
      if (!last) return null
      if (last.store !== (await eventStore.identity())) return 'the newest seal is of another event store'
      const event = await eventStore.factAt(last.position)
      if (!event) return `the event at ${last.position} was sealed and is gone`
      return hashIn(event) === last.newest
        ? null
        : `the event at ${last.position} is not the one that was sealed`
    },
  }
}
