import { beforeEach, expect, test, vi } from 'vitest'
import { clearSession, decodeToken, getToken, readRole, setToken } from './session.ts'

const tokenOf = (payload: object): string =>
  `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`
const claims = { sub: 'u1', role: 'admin', exp: 1_800_000_000 }

/** A document with cookies like a browser's: one assignment sets one cookie. */
const fakeDocument = () => {
  const jar = new Map<string, string>()
  return {
    written: [] as string[],
    get cookie(): string {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      this.written.push(text)
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=')
      if (text.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    },
  }
}
let page = fakeDocument()

beforeEach(() => {
  page = fakeDocument()
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol: 'http:' })
})

test('the token is kept in a strict session cookie for the whole site', () => {
  setToken('a.b.c')
  expect(page.written[0]).toBe('access_token_vieraugen=a.b.c; Path=/; SameSite=Strict')
  expect(getToken()).toBe('a.b.c')
})

test('the token of the phone page survives a restart of the browser', () => {
  setToken(tokenOf({ ...claims, kind: 'mobile' }))
  setToken(tokenOf({ ...claims, kind: 'web' }))
  expect(page.written.map((text) => /Max-Age=\d+/.exec(text)?.[0])).toEqual(['Max-Age=2592000', undefined])
})

test('over https the cookie is secure', () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  setToken('a.b.c')
  expect(page.written[0]).toContain('; Secure')
})

test('a cleared session leaves no token and no role', () => {
  setToken(tokenOf(claims))
  clearSession()
  expect(getToken()).toBeNull()
  expect(readRole()).toBeNull()
})

test('a cookie whose name starts with that of the token is not the token', () => {
  page.cookie = 'access_token_vieraugen2=x'
  expect(getToken()).toBeNull()
})

test('reads the role even from an expired token', () => {
  setToken(tokenOf({ ...claims, role: 'regular user', exp: 1 }))
  expect(readRole()).toBe('regular user')
})

test('decodes claims in UTF-8', () => {
  expect(decodeToken(tokenOf({ ...claims, sub: 'Jürgen' }))?.userId).toBe('Jürgen')
})

test.each([
  '',
  'x',
  'a.b.c',
  'a.!.c',
  tokenOf({ ...claims, role: 'owner' }),
  tokenOf({ role: 'admin' }),
  'a.bnVsbA.c',
])('the token %j cannot be decoded and gives no role', (token) => {
  expect(decodeToken(token)).toBeNull()
})
