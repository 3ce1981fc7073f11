import { Rejected } from '#contract/errors.ts'
import { MAX_FILES_BYTES, type UploadedFile } from '#contract/requests/files.ts'
import type { Json } from '#platform/event-store/event-store.ts'
import { seal, unseal } from '#platform/facts/sealing.ts'
import { filesOf } from '#platform/files/files-of.ts'
import { createSealedFiles } from '#platform/files/sealed-files.ts'
import type { Platform } from '#platform/platform.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { checkedBytes } from './checked-bytes.ts'
import { createFileRows, type FileLimits, type FileRow } from './file.store.ts'

const MIB = 1024 * 1024
/** A person asks for much with them; the service does not become a store for anything else. */
const LIMITS: FileLimits = {
  unused: { person: 40, workspace: 400 },
  bytesADay: { person: 500 * MIB, workspace: 5 * 1024 * MIB },
}

type Services = Pick<Platform, 'db' | 'keys' | 'rowMacs'> & {
  readonly config: Pick<Platform['config'], 'RATE_FACTOR' | 'FILE_BUCKET_URL' | 'FILE_BUCKET_REGION'>
}
type Upload = {
  readonly id: string
  readonly workspaceId: string
  readonly userId: string
  readonly name: string
  /** At most as many as the caller says that there will be. */
  readonly size: number
  readonly bytes: AsyncIterable<Uint8Array>
}

type Wanted = {
  readonly workspaceId: string
  readonly userId: string
  /** Null before it is known. */
  readonly requestId: string | null
}
export type NamedFile = UploadedFile & { readonly name: string }

const times = (factor: number, { person, workspace }: FileLimits['unused']) => ({
  person: person * factor,
  workspace: workspace * factor,
})

/** Files that people upload for their requests, sealed with the key of the person in the workspace. */
export const createFiles = ({ config, db, keys, rowMacs }: Services) => {
  const rows = createFileRows({ db, rowMacs })
  const sealed = createSealedFiles(filesOf(db, config), keys)
  const limits: FileLimits = {
    unused: times(config.RATE_FACTOR, LIMITS.unused),
    bytesADay: times(config.RATE_FACTOR, LIMITS.bytesADay),
  }

  const nameOf = async ({ id, name }: FileRow): Promise<string | null> => {
    const key = (await keys.toRead([name.key])).get(name.key)
    return key ? (unseal(key, id, name).value as string) : null
  }
  const shown = async (file: FileRow): Promise<UploadedFile> => {
    const { id, type, size, sha256 } = file
    return { id, name: await nameOf(file), type, size, sha256 }
  }

  const remove = async (ids: readonly string[]): Promise<void> => {
    await sealed.remove(ids)
    await rows.forget(ids)
  }

  /** The same upload again, whose answer was lost. */
  const again = async ({ id, name, bytes }: Upload): Promise<UploadedFile> => {
    const known = await rows.find(id)
    // The first one is under way, or was long ago.
    if (!known) throw new Rejected('command.conflict')
    const checked = checkedBytes(bytes)
    for await (const part of checked.bytes) void part
    const file = await shown(known)
    if (file.name !== name || checked.seen().sha256 !== file.sha256)
      throw new Rejected('idempotency.other-body')
    return file
  }

  const keep = async ({ id, workspaceId, userId, name, bytes }: Upload): Promise<UploadedFile> => {
    const owner = { subject: `person:${userId}`, workspaceId }
    try {
      const checked = checkedBytes(bytes)
      const { keyId } = await sealed.write(id, owner, checked.bytes)
      const file = { id, ...checked.seen() }
      const [key] = await keys.toSeal([owner])
      await rows.complete({ ...file, keyId, name: seal(key!, id, name satisfies Json) })
      return { ...file, name }
    } catch (error) {
      await remove([id])
      throw error
    }
  }

  const ofRequest = async (id: string, { workspaceId, userId, requestId }: Wanted): Promise<NamedFile> => {
    const row = await rows.find(id)
    const isOwn = row?.workspaceId === workspaceId && row.userId === userId
    const file = isOwn ? await shown(row) : undefined
    if (!row || !file || file.name === null) throw new Rejected('file.not-found')
    if (row.requestId !== null && row.requestId !== requestId) throw new Rejected('file.used')
    return { ...file, name: file.name }
  }

  return {
    find: rows.find,
    /**
     * The files that somebody wants to attach to a request, in their order. Throws `file.not-found` for a foreign one, `file.used`, and
     * `input.invalid` beyond 25 MiB.
     */
    async wanted(ids: readonly string[], wanted: Wanted): Promise<readonly NamedFile[]> {
      const files = await Promise.all(ids.map((id) => ofRequest(id, wanted)))
      if (files.reduce((sum, { size }) => sum + size, 0) > MAX_FILES_BYTES)
        throw new Rejected('input.invalid', [{ field: 'files', problem: 'have more than 25 MiB together' }])
      return files
    },
    /** Gives the files to the request, before it is created. Throws `file.used`. */
    claim: rows.claim,
    /** The request was not created. */
    giveBack: rows.release,
    nameOf,
    /** Undefined once the key is erased. */
    read: sealed.read,
    /**
     * Seals and keeps a file. The same id twice is the same file. Nothing stays of one that breaks off or is refused. Throws
     * `file.limit`, `file.not-taken` and `input.too-large`.
     */
    async upload(file: Upload, now: Date): Promise<UploadedFile> {
      const reservation = await rows.reserve(file, limits, now)
      if (reservation.outcome === 'exists') return again(file)
      if (reservation.outcome === 'reserved') return keep(file)
      const { of, until } = reservation
      const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))
      throw new Rejected('file.limit', [{ of, until: until.toISOString(), retryAfterSeconds }])
    },
    /** Removes files that nobody can use any more. */
    async sweep(now: Date, exists: (requestId: string) => Promise<boolean>): Promise<void> {
      for (const requestId of await rows.claims(now))
        await ((await exists(requestId)) ? rows.confirm(requestId) : rows.release(requestId))
      const ids = await rows.doom(now)
      if (ids.length > 0) await remove(ids)
    },
  }
}

/** Removes files of no request after a day, and those of erased people and workspaces. Runs periodically. */
export const sweepFiles = async (
  platform: Services & Pick<Platform, 'agreedTime' | 'commands'>,
): Promise<void> =>
  createFiles(platform).sweep(await platform.agreedTime(), async (requestId) => {
    const { state } = await platform.commands.load(requestDecider, requestStream(requestId))
    return state.kind !== 'none'
  })
