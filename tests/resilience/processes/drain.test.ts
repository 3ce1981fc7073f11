import { expect, test } from 'vitest'
import { openProduct } from '#support/product/product.ts'

test('closing answers the request at hand, and does not wait for its client to hang up', async () => {
  const product = await openProduct()
  const { token } = await product.person()
  const address = await product.app.listen({ host: '127.0.0.1', port: 0 })
  // Waits for a position that nobody will reach, so that it is at hand while we close.
  await product.projector.stop()
  const created = await product.call('POST', '/workspaces/create', {
    token,
    body: { name: 'Praxis' },
    headers: { prefer: 'respond-async' },
  })
  const position = String(created.headers['x-event-position'])
  const arrived = new Promise<void>((resolve) => product.app.server.once('request', () => resolve()))
  const answer = fetch(`${address}/users/current`, {
    headers: { authorization: `Bearer ${token}`, 'x-min-position': position },
  })
  await arrived
  const closed = product.close()
  const { status, headers } = await answer
  expect([status, headers.get('connection')]).toEqual([503, 'close'])
  await closed
})
