import { createServer, request as forward, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy of the product that can simulate a new build. */
export const openReverseProxy = async (target: string) => {
  let build = ''
  const answerWorker = async (path: string, answer: ServerResponse) => {
    const upstream = await fetch(target + path)
    const kept = ['content-type', 'content-security-policy', 'cache-control']
    for (const name of kept) answer.setHeader(name, upstream.headers.get(name) ?? '')
    answer.end((await upstream.text()) + build)
  }
  const server = createServer((request, answer) => {
    const path = request.url ?? '/'
    if (path === '/m-sw.js') return void answerWorker(path, answer)
    const { method, headers } = request
    const forwarded = forward(target + path, { method, headers }, (upstream) => {
      answer.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(answer)
    })
    forwarded.on('error', () => answer.destroy())
    answer.on('close', () => forwarded.destroy())
    return void request.pipe(forwarded)
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
