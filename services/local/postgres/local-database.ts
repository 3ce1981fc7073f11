import { join } from 'node:path'
import { clearStaleLock, findOrphan, takeOver } from './orphaned-postgres.ts'
import { startPostgresServer, type PostgresServer } from './postgres-server.ts'
import { findProcess } from './process-id.ts'
import { socketFolder, withSocket } from './socket-url.ts'
import type { DataFolder } from '../data-folder.ts'
import type { Logger } from '#platform/watch/logger.ts'

export type LocalDatabase = {
  readonly url: string
  /** Rejects when the server has ended by itself too often. */
  readonly failed: Promise<never>
  stop(): Promise<void>
}

const startOrTakeOver = async (
  folder: DataFolder,
  password: string,
  log: Logger,
  port?: number,
): Promise<PostgresServer> => {
  const dataDir = join(folder.path, 'postgres')
  const orphan = findOrphan(dataDir, folder.connection().postgres)
  const taken = orphan && (await takeOver(orphan, dataDir, password, log))
  if (taken) return taken
  clearStaleLock(dataDir)
  const settings = { unix_socket_directories: socketFolder(dataDir) }
  return startPostgresServer({ dataDir, password, settings, log, ...(port && { port }) })
}

/**
 * Starts PostgreSQL in `<folder>/postgres`, or takes over the one of a killed predecessor, and records it in the
 * connection file. Restarts it on the same port at most three times when it ends by itself.
 */
export const startLocalDatabase = async (
  folder: DataFolder,
  password: string,
  log: Logger,
): Promise<LocalDatabase> => {
  const open = async (port?: number) => {
    const server = await startOrTakeOver(folder, password, log, port)
    const url = withSocket(server.url, join(folder.path, 'postgres'))
    folder.update({ postgres: findProcess(server.pid), databaseUrl: url })
    return { ...server, url }
  }
  const first = await open()
  let current = Promise.resolve(first)
  let isStopping = false
  const supervise = async (): Promise<never> => {
    for (let restarts = 0; ; restarts++) {
      await (
        await current
      ).exited
      if (isStopping) return new Promise<never>(() => {})
      if (restarts === 3) throw new Error(`The database keeps stopping; see ${folder.path}/postgres.log.`)
      log.error({ restarts }, 'the database stopped by itself; restarting it')
      current = open(first.port)
    }
  }
  const failed = supervise()
  // During start and stop nothing awaits it.
  failed.catch(() => {})
  const stop = async () => {
    isStopping = true
    await (await current.catch(() => undefined))?.stop()
  }
  return { url: first.url, failed, stop }
}
