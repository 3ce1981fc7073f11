import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApi } from '../../../services/api/app.ts'
import { builtWeb } from '#support/servers/built-web.ts'
import { root } from '../../architecture/source-graph.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { workspaceOf } from '#support/product/workspaces.ts'

/** What is text goes over the wire compressed: files as they were made smaller once, with the build. */

const dist = join(root, 'web/dist')
let product: Product
let site: FastifyInstance
beforeAll(async () => {
  await builtWeb()
  product = await openProduct()
  site = await buildApi(product.platform, { webRoot: dist, localMailbox: false })
})
afterAll(async () => {
  await site?.close()
  await product?.close()
})

const ask = (url: string, encoding: string) => site.inject({ url, headers: { 'accept-encoding': encoding } })

test('serves scripts and styles over 1 kB in the encoding that the browser accepts', async () => {
  const texts = readdirSync(join(dist, 'assets')).filter((name) => /[.](js|css)$/.test(name))
  const large = texts.filter((name) => statSync(join(dist, 'assets', name)).size > 1_024)
  expect(large.length).toBeGreaterThan(10)
  for (const name of large) {
    const plain = readFileSync(join(dist, 'assets', name))
    const [br, gzip, none] = [
      await ask(`/assets/${name}`, 'gzip, br'),
      await ask(`/assets/${name}`, 'gzip'),
      await ask(`/assets/${name}`, 'identity'),
    ]
    expect([name, br.headers['content-encoding']]).toEqual([name, 'br'])
    expect([name, gzip.headers['content-encoding']]).toEqual([name, 'gzip'])
    expect(none.headers['content-encoding']).toBeUndefined()
    expect(brotliDecompressSync(br.rawPayload).equals(plain)).toBe(true)
    expect(gunzipSync(gzip.rawPayload).equals(plain)).toBe(true)
    expect(none.rawPayload.equals(plain)).toBe(true)
    for (const { headers } of [br, gzip, none]) {
      expect(headers['vary']).toMatch(/accept-encoding/i)
      expect(headers['cache-control']).toContain('immutable')
    }
  }
})

test('compresses replies over 1 kB and varies by Accept-Encoding', async () => {
  const { admin } = await workspaceOf(product)
  for (let i = 0; i < 12; i += 1) await workspaceOf(product, admin)
  const authorization = `Bearer ${admin.token}`
  const read = (encoding: string) =>
    site.inject({ url: '/users/related-workspaces', headers: { authorization, 'accept-encoding': encoding } })
  const [plain, br, gzip] = [await read('identity'), await read('br'), await read('gzip')]
  expect(plain.statusCode).toBe(200)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(plain.json())
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(plain.json())
  for (const { headers } of [br, gzip]) expect(headers['vary']).toMatch(/accept-encoding/i)
})
