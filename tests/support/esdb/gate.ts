import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Answers are held back for this time before a cut, so that the server handles the requests. */
const muteMs = 10
const noticedMs = 5

/** Opens a proxy on loopback that lets a test cut, freeze and refuse the connections of a server. */
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
    /** Drops the answers of requests in flight, then cuts the connections. */
    async cutAfterAnswers() {
      const cutting = [...pairs]
      for (const [client, server] of cutting) server.unpipe(client)
      await new Promise((resolve) => setTimeout(resolve, muteMs))
      for (const [client] of cutting) client.destroy()
      // By then the client has noticed and sends nothing more.
      await new Promise((resolve) => setTimeout(resolve, noticedMs))
    },
    /** Keeps all connections open without passing data. */
    freeze() {
      isSilent = true
      for (const [client, server] of pairs) {
        client.unpipe(server)
        server.unpipe(client)
      }
    },
    /** Lets new connections work again. Frozen ones stay frozen. */
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
