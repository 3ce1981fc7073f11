import { hashKey } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { login, logout } from '#contract/accounts/sessions.ts'
import { currentUser } from '#contract/accounts/users.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { getWorkspace, updateSettings } from '#contract/workspaces/workspaces.ts'

const ID = '11111111-1111-4111-8111-111111111111'
type FakeResponse =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | 'no response'
  | 'broken off'
type Sent = { method: string; url: string; headers: Headers; body: string | null }

let answers: Record<string, FakeResponse[]> = {}
let sent: Sent[] = []
let cookie = ''
let left: string[] = []
let api: typeof import('./api.ts')

const answer = (key: string, ...list: FakeResponse[]): void => {
  answers[key] = list
}
const sentTo = (path: string): Sent[] => sent.filter(({ url }) => url === path)
const unauthorized = {
  status: 401,
  body: { statusCode: 401, code: 'session.ended', message: 'm', requestId: 'r' },
}

beforeEach(async () => {
  vi.resetModules()
  answers = {}
  sent = []
  left = []
  cookie = 'access_token_vieraugen=old'
  vi.stubGlobal('location', { protocol: 'http:', assign: (path: string) => left.push(path) })
  vi.stubGlobal('document', {
    get cookie() {
      return cookie
    },
    set cookie(text: string) {
      cookie = text.includes('Max-Age=0') ? '' : (text.split(';')[0] ?? '')
    },
  })
  vi.stubGlobal(
    'fetch',
    async (url: string, init: { method: string; headers: Headers; body: string | null }) => {
      sent.push({ url, method: init.method, headers: init.headers, body: init.body })
      const list = answers[url] ?? []
      const next = list.length > 1 ? list.shift() : list[0]
      if (!next || next === 'no response') throw new TypeError('Failed to fetch')
      if (next === 'broken off') return new Response('{"userWorkspaces": [')
      return new Response(JSON.stringify(next.body ?? {}), {
        status: next.status ?? 200,
        headers: next.headers ?? {},
      })
    },
  )
  vi.spyOn(console, 'error').mockImplementation(() => {})
  api = await import('./api.ts')
})
afterEach(() => vi.unstubAllGlobals())

test('an authenticated call carries the bearer token and its path parameters', async () => {
  answer(`/workspaces/${ID}`, { body: { name: 'A' } })
  expect(await api.call(getWorkspace, { params: { id: ID } })).toEqual({ name: 'A' })
  expect(sent[0]?.headers.get('Authorization')).toBe('Bearer old')
})

test('a public call carries no token and is never refreshed', async () => {
  answer('/auth/login', unauthorized)
  await expect(api.call(login, { body: { email: 'a@b.de', password: 'xxx' } })).rejects.toMatchObject({
    statusCode: 401,
  })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.headers.has('Authorization')).toBe(false)
  expect(sent[0]?.headers.has('Idempotency-Key')).toBe(false)
})

test('a 401 renews the token, stores it and retries once under the same key', async () => {
  answer(`/workspaces/update-settings/${ID}`, unauthorized, { body: { name: 'B' } })
  answer('/auth/refresh', { body: { access_token: 'new' } })
  await api.call(updateSettings, { params: { id: ID }, body: { name: 'Bee' } })
  const [first, second] = sentTo(`/workspaces/update-settings/${ID}`)
  expect(sentTo('/auth/refresh')[0]?.headers.get('Authorization')).toBe('Bearer old')
  expect(second?.headers.get('Authorization')).toBe('Bearer new')
  expect(first?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'))
  expect(cookie).toBe('access_token_vieraugen=new')
})

test('concurrent calls that get a 401 share one refresh', async () => {
  answer('/users/current', unauthorized, unauthorized, unauthorized, { body: {} })
  answer('/auth/refresh', { body: { access_token: 'new' } })
  await Promise.all([api.call(currentUser), api.call(currentUser), api.call(currentUser)])
  expect(sentTo('/auth/refresh')).toHaveLength(1)
})

test('after a 401 for an old token, the call uses the token that another tab stored', async () => {
  answer('/auth/refresh', { body: { access_token: 'newer' } })
  cookie = 'access_token_vieraugen=from-other-tab'
  expect(await api.renewToken('old')).toBe('from-other-tab')
  expect(sent).toHaveLength(0)
})

test('a refused refresh ends the session and opens the main page', async () => {
  answer('/users/current', unauthorized)
  answer('/auth/refresh', unauthorized)
  await expect(api.call(currentUser)).rejects.toMatchObject({ code: 'session.ended' })
  expect(cookie).toBe('')
  expect(left).toEqual(['/'])
  expect(sentTo('/users/current')).toHaveLength(1)
})

test('a call that is refused after sign-out does not navigate', async () => {
  answer('/users/current', unauthorized)
  answer('/auth/refresh', unauthorized)
  const reading = api.call(currentUser)
  cookie = ''
  await expect(reading).rejects.toMatchObject({ code: 'session.ended' })
  expect(left).toEqual([])
})

test('a refresh without a response keeps the session', async () => {
  answer('/users/current', unauthorized)
  answer('/auth/refresh', 'no response')
  await expect(api.call(currentUser)).rejects.toMatchObject({ code: 'network.failed' })
  expect(cookie).toBe('access_token_vieraugen=old')
  expect(left).toEqual([])
})

test('a second 401 is not retried again', async () => {
  answer('/users/current', unauthorized)
  answer('/auth/refresh', { body: { access_token: 'new' } })
  await expect(api.call(currentUser)).rejects.toMatchObject({ statusCode: 401 })
  expect(sentTo('/users/current')).toHaveLength(2)
})

test('without a token an authenticated call sends nothing and opens the main page', async () => {
  cookie = ''
  await expect(api.call(currentUser)).rejects.toMatchObject({ code: 'session.missing' })
  expect(sent).toHaveLength(0)
  expect(left).toEqual(['/'])
})

test('logout carries the token and is not refreshed', async () => {
  answer('/auth/logout', unauthorized)
  await expect(api.call(logout)).rejects.toMatchObject({ statusCode: 401 })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.headers.get('Authorization')).toBe('Bearer old')
})

test('calls after a command send its position', async () => {
  const path = `/workspaces/update-settings/${ID}`
  answer(path, { headers: { 'X-Event-Position': 'z9' } }, { headers: { 'X-Event-Position': 'a1' } })
  answer(`/workspaces/${ID}`, { body: {}, headers: { 'X-Event-Position': 'of a read' } })
  const input = { params: { id: ID }, body: {} }
  await api.call(getWorkspace, { params: { id: ID } })
  await api.call(updateSettings, input)
  await api.call(updateSettings, input)
  await api.call(getWorkspace, { params: { id: ID } })
  const named = (of: string) => sentTo(of).map(({ headers }) => headers.get('X-Min-Position'))
  expect(named(path)).toEqual([null, 'z9'])
  expect(named(`/workspaces/${ID}`)).toEqual([null, 'a1'])
})

test('a position that the server rejects is dropped, and the call repeated without it', async () => {
  const body = {
    statusCode: 400,
    code: 'input.invalid',
    message: 'No.',
    requestId: 'r8',
    details: [{ field: 'X-Min-Position', problem: 'is no position' }],
  }
  answer(`/workspaces/update-settings/${ID}`, { headers: { 'X-Event-Position': 'old' } })
  answer(`/workspaces/${ID}`, { status: 400, body }, { body: { id: ID } })
  await api.call(updateSettings, { params: { id: ID }, body: {} })
  expect(await api.call(getWorkspace, { params: { id: ID } })).toEqual({ id: ID })
  expect(sentTo(`/workspaces/${ID}`).map(({ headers }) => headers.get('X-Min-Position'))).toEqual([
    'old',
    null,
  ])
})

test('an error carries the error body of the server', async () => {
  const body = {
    statusCode: 409,
    code: 'participant.exists',
    message: 'There.',
    requestId: 'r7',
    details: [{ a: 1 }],
  }
  answer('/users/current', { status: 409, body })
  await expect(api.call(currentUser)).rejects.toMatchObject(body)
})

test('without a response the message is that of the unknown error', async () => {
  answer('/users/current', 'no response')
  await expect(api.call(currentUser)).rejects.toMatchObject({
    statusCode: 0,
    message: 'Unknown error occurred',
  })
})

test('a foreign error body becomes the unknown error with its status', async () => {
  answer('/users/current', { status: 502, body: '<html>', headers: { 'Retry-After': '2' } })
  await expect(api.call(currentUser)).rejects.toMatchObject({
    statusCode: 502,
    message: 'Unknown error occurred',
    retryAfterSeconds: 2,
  })
})

test('the query key is the operation and its input; a page has the cursor and the total from the headers', async () => {
  const { queryKey } = api.endpointQuery(getWorkspace, { params: { id: ID } })
  expect(queryKey).toEqual(['workspaces.get', { id: ID }])
  const headers = { 'X-Next-Cursor': 'c2', 'X-Total-Count': '7' }
  answer(`/workspaces/participants/${ID}?limit=2&cursor=c1`, { body: [], headers })
  answer(`/workspaces/participants/${ID}?limit=2&cursor=c2`, { body: [] })
  const pages = api.endpointPages(workspaceParticipants, { params: { id: ID }, query: { limit: 2 } })
  const fetchPage = pages.queryFn as (context: object) => Promise<unknown>
  expect(await fetchPage({ pageParam: 'c1' })).toEqual({ reply: [], nextCursor: 'c2', total: 7 })
  expect(await fetchPage({ pageParam: 'c2' })).toEqual({ reply: [], nextCursor: null, total: null })
})

test('an interrupted response counts as no response', async () => {
  answer(`/workspaces/${ID}`, 'broken off')
  await expect(api.call(getWorkspace, { params: { id: ID } })).rejects.toMatchObject({
    code: 'network.failed',
  })
})

const building = {
  status: 503,
  body: { statusCode: 503, code: 'read-model.building', message: 'm', requestId: 'r' },
  headers: { 'Retry-After': '2' },
}

test('the session stays if its renewal finds the read model unavailable', async () => {
  answer('/users/current', unauthorized)
  answer('/auth/refresh', building)
  await expect(api.call(currentUser)).rejects.toMatchObject({
    code: 'read-model.building',
    retryAfterSeconds: 2,
  })
  expect(cookie).toBe('access_token_vieraugen=old')
  expect(left).toEqual([])
})

test('the page reads again only after a command that the read models have not reached yet', async () => {
  const { followBy } = await import('./read-models.ts')
  let readAgain = 0
  followBy(async () => void (readAgain += 1))
  const path = `/workspaces/update-settings/${ID}`
  answer(path, { headers: { 'X-Event-Position': 'p' } }, { headers: { 'X-Read-Model': 'behind' } })
  answer(`/workspaces/${ID}`, { headers: { 'X-Read-Model': 'behind' } })
  await api.call(updateSettings, { params: { id: ID }, body: {} })
  await api.call(getWorkspace, { params: { id: ID } })
  expect(readAgain).toBe(0)
  await api.call(updateSettings, { params: { id: ID }, body: {} })
  expect(readAgain).toBe(1)
})

test('a response states its age until a later one is up to date', async () => {
  const { isOld } = await import('./read-models.ts')
  answer(`/workspaces/${ID}`, { headers: { 'X-Read-Model-Age': '120' } }, {})
  const { queryKey, queryFn } = api.endpointQuery(getWorkspace, { params: { id: ID } })
  const read = queryFn as (context: object) => Promise<unknown>
  await read({})
  expect(isOld({ queryHash: hashKey(queryKey) })).toBe(true)
  await read({})
  expect(isOld({ queryHash: hashKey(queryKey) })).toBe(false)
})
