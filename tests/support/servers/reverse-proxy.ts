import { createServer, request as forward, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The product as browsers see it, behind whose address a new build can come. */
export const openReverseProxy = async (target: string) => {
  let build = ''
  const answerWorker = async (path: string, answer: ServerResponse) => {
    const got = await fetch(target + path)
    const kept = ['content-type', 'content-security-policy', 'cache-control']
    for (const name of kept) answer.setHeader(name, got.headers.get(name) ?? '')
    answer.end((await got.text()) + build)
  }
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    if (path === '/m-sw.js') return void answerWorker(path, answer)
    const { method, headers } = asked
    const passed = forward(target + path, { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    return void asked.pipe(passed)
  })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    newBuild: () => void (build += '\n// another build'),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type ReverseProxy = Awaited<ReturnType<typeof openReverseProxy>>
