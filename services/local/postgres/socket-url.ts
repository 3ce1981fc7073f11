import { existsSync } from 'node:fs'
import { join } from 'node:path'

const socketIn = (dataDir: string, port: string): string => join(dataDir, `.s.PGSQL.${port}`)

/** The longest path of a socket on macOS, with its end. */
const LONGEST = 104

/** Where a server on this folder has its socket: in the folder itself, which is closed to other accounts. Empty if it can have none. */
export const socketFolder = (dataDir: string): string =>
  process.platform !== 'win32' && socketIn(dataDir, '65535').length < LONGEST ? dataDir : ''

/**
 * Returns the URL with the socket of this server, if it has one that this process may see. Each statement over it takes half the time
 * that both processes spend in the system.
 */
export const withSocket = (given: string, dataDir: string): string => {
  const url = new URL(given)
  if (existsSync(socketIn(dataDir, url.port))) url.searchParams.set('host', dataDir)
  return url.href
}
