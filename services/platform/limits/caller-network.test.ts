import { expect, test } from 'vitest'
import { callerNetwork } from './caller-network.ts'

test('an IPv6 /64 network is one caller in any notation', () => {
  const network = callerNetwork('2001:db8:1:2::1')
  for (const ip of ['2001:DB8:0001:2:3:4:5:6', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::192.0.2.1'])
    expect(callerNetwork(ip)).toBe(network)
  for (const ip of ['2001:db8:1:3::1', '2001:db8::1:2', '2001:db8::', '::1'])
    expect(callerNetwork(ip)).not.toBe(network)
  expect(callerNetwork('fe80::1%eth0')).toBe(callerNetwork('fe80::2'))
})

test('every IPv4 address is one caller, also if it is mapped to IPv6', () => {
  const ips = ['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.1', '::ffff:192.0.2.2', '::1']
  expect(new Set(ips.map(callerNetwork)).size).toBe(ips.length)
})

test('anything else is returned unchanged', () => {
  for (const ip of ['', 'unknown', '192.0.2.1:4711']) expect(callerNetwork(ip)).toBe(ip)
})
