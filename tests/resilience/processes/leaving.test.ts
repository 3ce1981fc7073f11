import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { buildApi } from '../../../services/api/app.ts'
import { openProduct } from '#support/product/product.ts'

type End = 'answered' | 'refused' | 'reset'

/** One request on a connection that is kept for the next. */
const ask = (agent: Agent, port: number) =>
  new Promise<End>((resolve) => {
    const asked = request({ agent, port, host: '127.0.0.1', path: '/health/live' }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve('answered'))
      answer.once('error', () => resolve('reset'))
    })
    asked.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' ? 'refused' : 'reset'),
    )
    asked.end()
  })

test('an api that is told to stop under load answers what it took, and resets no connection', async () => {
  const product = await openProduct()
  const api = await buildApi(product.platform, { localMailbox: false })
  await api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const ends: Record<End, number> = { answered: 0, refused: 0, reset: 0 }
  const busy = Promise.withResolvers<void>()
  const lane = async () => {
    for (let last: End = 'answered'; last === 'answered'; ends[last] += 1) {
      last = await ask(agent, port)
      if (ends.answered > 500) busy.resolve()
    }
  }
  const lanes = Array.from({ length: 32 }, lane)
  await busy.promise
  await api.drain()
  await api.close()
  await Promise.all(lanes)
  agent.destroy()
  await product.close()
  expect(ends).toEqual({ answered: expect.any(Number), refused: 32, reset: 0 })
})
