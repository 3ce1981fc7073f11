import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { UserFacingError } from '../user-facing-error.ts'

export const portTaken = (port: number): UserFacingError =>
  new UserFacingError(`Port ${port} is used by another program. Stop it, or choose another port with PORT.`)

/**
 * Checks that `port` is free before anything is started; 0 picks a free port and holds it until `release`. Throws
 * UserFacingError.
 */
export const reservePort = async (
  host: string,
  port: number,
): Promise<{ number: number; release: () => Promise<void> }> => {
  const server = createServer((socket) => socket.destroy()).listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw portTaken(port)
    throw new UserFacingError(
      `Cannot listen on ${host}, port ${port} (${code}). Choose others with HOST and PORT.`,
    )
  }
  const { port: number } = server.address() as AddressInfo
  const release = async () => {
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  // Hold only a port that we picked. On a known port clients should be refused until we answer.
  if (port !== 0) await release()
  return { number, release }
}
