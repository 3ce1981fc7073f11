import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** So long answers stay out before a cut, so that what was sent is taken and its answer lost. */
const muteMs = 10
const noticedMs = 5

/** Stands on loopback before a server, and lets a test cut, freeze and refuse its connections. */
export const openGate = async (behind: { readonly host: string; readonly port: number }) => {
  const pairs = new Set<readonly [client: Socket, server: Socket]>()
  const sockets = new Set<Socket>()
  let isSilent = false
  const gate = createServer((client) => {
    client.setNoDelay(true)
    client.on('error', () => {})
    client.on('close', () => sockets.delete(client))
    sockets.add(client)
    if (isSilent) return
    const server = connect(behind)
    server.setNoDelay(true)
    server.on('error', () => {})
    const pair = [client, server] as const
    pairs.add(pair)
    const end = () => {
      client.destroy()
      server.destroy()
      pairs.delete(pair)
    }
    client.on('close', end)
    server.on('close', end)
    client.pipe(server).pipe(client)
  })
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      gate.once('error', reject)
      gate.listen(port, '127.0.0.1', () => resolve((gate.address() as AddressInfo).port))
    })
  const port = await listen(0)

  const cut = () => {
    for (const client of sockets) client.destroy()
  }
  return {
    port,
    cut,
    /** The answers of what is under way are lost, then the connections. */
    async cutAfterAnswers() {
      const cutting = [...pairs]
      for (const [client, server] of cutting) server.unpipe(client)
      await new Promise((resolve) => setTimeout(resolve, muteMs))
      for (const [client] of cutting) client.destroy()
      // The other side has noticed by then, and sends nothing more into it.
      await new Promise((resolve) => setTimeout(resolve, noticedMs))
    },
    /** Connections stay open and say nothing, old ones and new ones. */
    freeze() {
      isSilent = true
      for (const [client, server] of pairs) {
        client.unpipe(server)
        server.unpipe(client)
      }
    },
    /** New connections work again; the frozen ones stay as they are. */
    thaw() {
      isSilent = false
    },
    async refuse() {
      const closed = new Promise((resolve) => gate.close(resolve))
      cut()
      await closed
    },
    accept: () => listen(port),
    async close() {
      const closed = new Promise((resolve) => gate.close(resolve))
      cut()
      await closed
    },
  }
}
