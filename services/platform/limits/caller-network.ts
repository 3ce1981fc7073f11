import { isIPv6 } from 'node:net'

const ADDRESS_GROUPS = 8
const NETWORK_GROUPS = 4

const groupsOf = (ip: string): readonly string[] => {
  // One spelling of each address; an interface, as in `fe80::1%eth0`, belongs to none.
  const { hostname } = new URL(`http://[${ip.split('%')[0]}]`)
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const omitted = ADDRESS_GROUPS - before.length - after.length
  return [...before, ...Array<string>(omitted).fill('0'), ...after]
}

/** What counts as one caller: an IPv4 address, or an IPv6 network of 64 bits, whose addresses are all at one customer's choice. */
export const callerNetwork = (ip: string): string => {
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(ip)
  const isIPv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return groups.slice(0, isIPv4 ? ADDRESS_GROUPS : NETWORK_GROUPS).join(':')
}
