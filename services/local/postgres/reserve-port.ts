import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { UserFacingError } from '../user-facing-error.ts'

export const portTaken = (port: number): UserFacingError =>
  new UserFacingError(`Port ${port} is taken by another program. Stop that one, or choose another with PORT.`)

/**
 * Makes sure that `port` is free before anything is started; 0 picks a free one and keeps it until `release`.
 * Throws UserFacingError.
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
  // Only a port that nobody knows yet must be kept: whoever polls a known one should be refused until we answer.
  if (port !== 0) await release()
  return { number, release }
}
