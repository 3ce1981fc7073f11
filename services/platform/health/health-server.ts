import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page with its status, by default 200. An error of `read` becomes a plain 503. */
export type HealthPage = {
  readonly type: string
  readonly read: () => Promise<string | readonly [status: number, text: string]>
}

export type HealthServer = {
  readonly address: string
  close(): Promise<void>
}

const plain = 'text/plain; charset=utf-8'
const nothing: HealthPage = { type: plain, read: async () => [404, 'There is nothing here.\n'] }

const answerOf = async (page: HealthPage): Promise<readonly [status: number, text: string, type: string]> => {
  try {
    const answer = await page.read()
    return typeof answer === 'string' ? [200, answer, page.type] : [...answer, page.type]
  } catch {
    return [503, 'not available\n', plain]
  }
}

/** Serves the pages for monitoring: GET only, without authentication, on an address that should be private. */
export const openHealthServer = async (
  { host, port }: { readonly host: string; readonly port: number },
  pages: Readonly<Record<string, HealthPage>>,
): Promise<HealthServer> => {
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const page = request.method === 'GET' && Object.hasOwn(pages, path) ? pages[path]! : nothing
    void answerOf(page).then(([status, text, type]) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
