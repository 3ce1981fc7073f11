import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { invitationTokens } from '#modules/workspaces/invitations/invitation-token.store.ts'
import { buildApi } from '../../../services/api/app.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { newestInvitation, workspaceOf } from '#support/product/workspaces.ts'
import { writeBarePages } from '#support/browser/web-root.ts'

let product: Product
let site: Awaited<ReturnType<typeof buildApi>>
const webRoot = mkdtempSync(join(tmpdir(), 'web-'))

beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets/deeper'), { recursive: true })
  writeBarePages(webRoot)
  writeFileSync(join(webRoot, 'assets/main.js'), '1')
  product = await openProduct()
  site = await buildApi(product.platform, { webRoot, localMailbox: false })
})
afterAll(async () => {
  await site?.close()
  await product?.close()
  rmSync(webRoot, { recursive: true })
})

test('an unknown file is a 404 under every spelling', async () => {
  const odd = [
    '',
    '..%2findex.html',
    '%2e%2e/index.html',
    '..%5cindex.html',
    '%00',
    'main.js%00',
    'main.js/',
    'deeper',
    'deeper/',
    '.hidden',
    '%ff',
    '%',
    'a'.repeat(5_000),
    '~',
    'nul',
  ]
  for (const path of odd)
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await site.inject({ method, url: `/assets/${path}` })
      const { statusCode } = answer
      const told = { path, method, statusCode }
      const malformed = path === '%' || path === '%ff'
      expect(told).toEqual({ path, method, statusCode: malformed ? expect.toBeOneOf([400, 404]) : 404 })
      if (method === 'GET') expect(answer.json()).toMatchObject({ statusCode, requestId: expect.anything() })
    }
  expect((await site.inject('/assets/main.js')).body).toBe('1')
})

test('the documentation’s policy allows only its own scripts', async () => {
  for (const path of ['/docs', '/docs/', '/docs/static/index.html']) {
    const answer = await site.inject(path)
    if (answer.statusCode >= 300) continue
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
    expect(answer.body).not.toMatch(/<script(?![^>]*src=)|\son[a-z]+=/)
  }
  expect((await site.inject('/docs/')).headers['content-security-policy']).toBeDefined()
})

test('every page is denied what it does not use', async () => {
  for (const path of ['/', '/login', '/m/requests', '/docs/', '/nothing/here']) {
    const { headers } = await site.inject({ url: path, headers: { accept: 'text/html' } })
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/)
    // Browsers without it show an error on every page.
    expect(headers['permissions-policy']).not.toContain('bluetooth')
  }
})

test('security.txt names whom to tell of a weakness, and ends within a year', async () => {
  const { statusCode, headers, body } = await site.inject('/.well-known/security.txt')
  expect({ statusCode, type: headers['content-type'] }).toEqual({
    statusCode: 200,
    type: 'text/plain; charset=utf-8',
  })
  const fields = Object.fromEntries(
    body
      .trim()
      .split('\n')
      .map((line) => line.split(': ')),
  )
  expect(fields).toEqual({
    Contact: 'mailto:operator@vieraugen.example',
    Expires: expect.stringMatching(/^\d{4}-.*Z$/),
    'Preferred-Languages': 'de, en',
  })
  const days = (Date.parse(fields.Expires) - product.clock.now().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

test('reports of violated policies are counted by directive, and nothing else of them is kept', async () => {
  const { 'content-security-policy': policy } = (await site.inject('/login')).headers
  const [, url = ''] = /report-uri (\S+)/.exec(String(policy))!
  const count = vi.spyOn(product.platform.metrics, 'count')
  const logged = vi.spyOn(product.platform.log, 'info')
  const report = (violated: string, blocked: string) =>
    site.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/csp-report' },
      payload: JSON.stringify({
        'csp-report': { 'violated-directive': violated, 'blocked-uri': blocked, 'document-uri': 'https://x' },
      }),
    })
  for (const [violated, blocked] of [
    ['script-src-elem', 'https://evil.example/steal?who=anna@example.org'],
    ["img-src 'self' data:", 'inline'],
    ['made-up\u2028{"level":60}', 'a b'],
  ] as const)
    expect((await report(violated, blocked)).statusCode).toBe(200)
  const counted = count.mock.calls.filter(([name]) => name === 'policy_violations_total')
  expect(counted.map(([, labels]) => labels)).toEqual([
    { directive: 'script-src-elem' },
    { directive: 'img-src' },
    { directive: 'other' },
  ])
  expect((await report('img-src', 'x'.repeat(70_000))).statusCode).toBe(413)
  const blocked = logged.mock.calls.flatMap(([line]) => (line as { blocked?: string }).blocked ?? [])
  expect(blocked).toEqual(['https://evil.example', 'inline', 'other'])
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/anna|made-up|level/)
})

test('filters of the log escape wildcards', async () => {
  const { id, admin } = await workspaceOf(product)
  const count = async (action: string) => {
    const path = `/workspaces/history/${id}?action=${encodeURIComponent(action)}`
    return (await product.call('GET', path, { token: admin.token })).body.entries.length
  }
  expect(await count('workspace')).toBe(1)
  expect(await count('workspace.created')).toBe(1)
  for (const action of ['%', '_'.repeat(9), 'work%', 'workspace\\', '\\', '%.created']) {
    expect([action, await count(action)]).toEqual([action, 0])
  }
})

test('twelve simultaneous sign-ups with one invitation and key create one account', async () => {
  const { id, admin } = await workspaceOf(product)
  const email = `${randomUUID().slice(0, 8)}@example.org`
  const grant = { role: 'regular user', approver: true, requester: false, email }
  await product.call('POST', `/workspaces/invite-participant/${id}`, { body: grant, token: admin.token })
  const token = invitationTokens(product.platform).token(await newestInvitation(product, id), 1)
  const headers = { 'idempotency-key': randomUUID() }
  const body = { password: 'my own pass phrase', verificationToken: token }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => product.call('POST', '/auth/signup', { body, headers })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(statuses).toContain(201)
  const logIn = { body: { email, password: 'my own pass phrase' } }
  expect((await product.call('POST', '/auth/login', logIn)).status).toBe(200)
})
