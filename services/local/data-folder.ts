import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { writePrivateFile } from '#platform/primitives/private-file.ts'
import { isRunning, thisProcess, type ProcessId } from './postgres/process-id.ts'
import { UserFacingError } from './user-facing-error.ts'

export const root = resolve(import.meta.dirname, '../..')

/** Returns `DATA_DIR`, relative to the repository; `.data` by default. */
export const dataFolderPath = (env: Record<string, string | undefined>): string =>
  resolve(root, env['DATA_DIR'] || '.data')

/** The process that uses a data folder and its addresses: `connection.json` in the folder. */
export type Connection = {
  readonly program: 'product' | 'ops'
  readonly holder: ProcessId
  /** Origin of app and API; null until it is ready. */
  readonly address: string | null
  /** Includes the password; null until the database is ready. */
  readonly databaseUrl: string | null
  /** Survives a killed holder; the next start finds it by this. */
  readonly postgres: ProcessId | null
}

export type DataFolder = {
  readonly path: string
  readonly connection: () => Connection
  readonly update: (change: Partial<Pick<Connection, 'address' | 'databaseUrl' | 'postgres'>>) => void
  /** Deletes the connection file and releases the folder. */
  readonly close: () => void
}

const SQLITE_BUSY = 5

const connectionFile = (path: string) => join(path, 'connection.json')

/** Returns the folder's connection; null when unused or closed properly. */
export const readConnection = (path: string): Connection | null => {
  try {
    return JSON.parse(readFileSync(connectionFile(path), 'utf8')) as Connection
  } catch {
    return null
  }
}

/** A living process holds the folder. `connection`: what that process recorded, if anything. */
export class FolderInUse extends UserFacingError {
  readonly connection: Connection | null
  constructor(path: string, connection: Connection | null) {
    const program = connection?.program === 'ops' ? 'npm run ops' : 'a running product'
    const who = connection ? `${program} (process ${connection.holder.pid})` : 'another process'
    const where = connection?.address ? ` at ${connection.address}` : ''
    super(
      `The data folder ${path} is in use by ${who}${where}.\n` +
        'Stop it first, or choose another folder with DATA_DIR.',
    )
    this.connection = connection
  }
}

const unusable = (path: string, error: unknown): UserFacingError =>
  new UserFacingError(
    `The data folder ${path} cannot be used (${(error as Error).message}). Choose another with DATA_DIR.`,
  )

/** Creates the folder if necessary, and returns its real path, which identifies its database. */
const makeFolder = (path: string): string => {
  try {
    mkdirSync(path, { recursive: true })
    return realpathSync(path)
  } catch (error) {
    throw unusable(path, error)
  }
}

/**
 * The operating system releases a SQLite lock when its process ends, however it ends. So no lock file can be stale,
 * and of two simultaneous starts one fails.
 */
const lock = (path: string): DatabaseSync => {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(join(path, 'lock'))
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return file
  } catch (error) {
    file?.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw unusable(path, error)
    const connection = readConnection(path)
    throw new FolderInUse(path, connection && isRunning(connection.holder) ? connection : null)
  }
}

/** Locks the folder for this process, and creates it if necessary. Throws FolderInUse or UserFacingError. */
export const openDataFolder = (given: string, program: Connection['program']): DataFolder => {
  const path = makeFolder(given)
  const held = lock(path)
  // Keep the recorded database of a killed predecessor until it is taken over or ended.
  const postgres = readConnection(path)?.postgres ?? null
  let connection: Connection = { program, holder: thisProcess(), address: null, databaseUrl: null, postgres }
  const update: DataFolder['update'] = (change) => {
    connection = { ...connection, ...change }
    writePrivateFile(connectionFile(path), `${JSON.stringify(connection, null, 2)}\n`)
  }
  const close = () => {
    rmSync(connectionFile(path), { force: true })
    held.close()
  }
  update({})
  return { path, connection: () => connection, update, close }
}
