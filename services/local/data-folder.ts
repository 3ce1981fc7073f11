import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { writePrivateFile } from './private-file.ts'
import { isRunning, thisProcess, type ProcessId } from './postgres/process-id.ts'
import { UserFacingError } from './user-facing-error.ts'

export const root = resolve(import.meta.dirname, '../..')

/** `DATA_DIR`, relative to the repository; `.data` in it when absent. */
export const dataFolderPath = (env: Record<string, string | undefined>): string =>
  resolve(root, env['DATA_DIR'] || '.data')

/** Who uses a data folder, and where it answers: `connection.json` in the folder. */
export type Connection = {
  readonly program: 'product' | 'ops'
  readonly holder: ProcessId
  /** Origin of app and API; null until it answers. */
  readonly address: string | null
  /** With its password; null until it answers. */
  readonly databaseUrl: string | null
  /** Outlives a holder that was killed: the next one finds it by this. */
  readonly postgres: ProcessId | null
}

export type DataFolder = {
  readonly path: string
  readonly connection: () => Connection
  readonly update: (change: Partial<Pick<Connection, 'address' | 'databaseUrl' | 'postgres'>>) => void
  /** Forgets the connection and lets the next one in. */
  readonly close: () => void
}

const SQLITE_BUSY = 5

const connectionFile = (path: string) => join(path, 'connection.json')

/** What stands in the folder; null when nobody was there, or left in good order. */
export const readConnection = (path: string): Connection | null => {
  try {
    return JSON.parse(readFileSync(connectionFile(path), 'utf8')) as Connection
  } catch {
    return null
  }
}

/** The folder is held by a living process; `connection` when that one has said who it is. */
export class FolderInUse extends UserFacingError {
  readonly connection: Connection | null
  constructor(path: string, connection: Connection | null) {
    const program = connection?.program === 'ops' ? 'npm run ops' : 'a running product'
    const who = connection ? `${program} (process ${connection.holder.pid})` : 'another process'
    const where = connection?.address ? ` at ${connection.address}` : ''
    super(
      `The data folder ${path} is in use by ${who}${where}.\n` +
        'Stop that one first, or choose another folder with DATA_DIR.',
    )
    this.connection = connection
  }
}

const unusable = (path: string, error: unknown): UserFacingError =>
  new UserFacingError(
    `The data folder ${path} cannot be used (${(error as Error).message}). Choose another with DATA_DIR.`,
  )

/** Makes the folder if need be; answers its one true path, by which its database is recognised later. */
const makeFolder = (path: string): string => {
  try {
    mkdirSync(path, { recursive: true })
    return realpathSync(path)
  } catch (error) {
    throw unusable(path, error)
  }
}

/**
 * The system drops a SQLite lock together with its process, however that ends: there is no lock file to
 * judge stale, and two that start at the same moment cannot both get it.
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

/** Takes the folder for this process, and makes it if need be. Throws FolderInUse, or UserFacingError. */
export const openDataFolder = (given: string, program: Connection['program']): DataFolder => {
  const path = makeFolder(given)
  const held = lock(path)
  // The database of a predecessor that was killed stays known until it has been dealt with.
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
