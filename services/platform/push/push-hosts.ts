import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { BlockList, type LookupFunction } from 'node:net'

/** The push services of browsers: host names, or with a leading dot any subdomain. */
const HOSTS = [
  // Chromium and its derivatives
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
] as const

const isKnown = (host: string): boolean =>
  HOSTS.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known))

/**
 * Whether messages may be sent to the endpoint. The client chooses it, so only https on port 443 of a known push service is allowed.
 * `testOrigin`: one more origin, for tests.
 */
export const isPushEndpoint = (endpoint: string, testOrigin?: string): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, hash, origin } = new URL(endpoint)
  if (username || password || hash) return false
  if (testOrigin !== undefined && origin === testOrigin) return true
  return protocol === 'https:' && port === '' && isKnown(hostname)
}

/** One list per family, because a common list treats every IPv4 address as a mapped one. */
const notPublic = { 4: new BlockList(), 6: new BlockList() }
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublic[4].addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  // Unspecified, loopback, and embedded IPv4.
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 16],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  notPublic[6].addSubnet(network, prefix, 'ipv6')

const isPrivate = ({ address, family }: LookupAddress): boolean =>
  family === 6 ? notPublic[6].check(address, 'ipv6') : notPublic[4].check(address, 'ipv4')

/** Resolves a host. Fails if one of its addresses is not public. */
export const publicLookup =
  (resolve: typeof lookUp = lookUp): LookupFunction =>
  (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return done(error, '')
      if (addresses.some(isPrivate)) return done(new Error('a push service has no public address'), '')
      if (options.all) return done(null, addresses)
      return done(null, addresses[0]!.address, addresses[0]!.family)
    })
