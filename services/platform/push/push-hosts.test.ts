import type { lookup, LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { isPushEndpoint, publicLookup } from './push-hosts.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QA1b',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('accepts a known push service: %s', (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com.example.com/abc',
  'https://fcm.googleapis.com./abc',
  'https://evilfcm.googleapis.com/abc',
  'https://push.apple.com/abc',
  'https://evilpush.apple.com/abc',
  'https://web.push.apple.com@example.com/abc',
  'https://name@web.push.apple.com/abc',
  'https://web.push.apple.com/abc#part',
  'https://127.0.0.1/abc',
  'https://[::1]/abc',
  'https://localhost/abc',
  'https://example.com/https://fcm.googleapis.com/',
  'ftp://fcm.googleapis.com/abc',
  'fcm.googleapis.com',
  '',
])('rejects anything else: %s', (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(false)
})

const lookedUp = (addresses: readonly string[], all: boolean): Promise<unknown> => {
  const rows = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const resolve = ((_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(null, rows)) as unknown as typeof lookup
  return new Promise((done, fail) =>
    publicLookup(resolve)('fcm.googleapis.com', { all }, (error, address) =>
      error ? fail(error) : done(address),
    ),
  )
}

test.each([
  '10.1.2.3',
  '127.0.0.1',
  '169.254.169.254',
  '172.20.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  '::ffff:10.0.0.1',
  '::10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  'fd00::1',
  'fe80::1',
])('rejects a host with the address %s, even beside a public one', async (address) => {
  await expect(lookedUp([address], false)).rejects.toThrow('no public address')
  await expect(lookedUp(['142.250.1.95', address], true)).rejects.toThrow('no public address')
})

test('returns public addresses in the requested form', async () => {
  expect(await lookedUp(['142.250.1.95'], false)).toBe('142.250.1.95')
  expect(await lookedUp(['142.250.1.95', '2a00:1450:4001:80b::200a'], true)).toHaveLength(2)
})
