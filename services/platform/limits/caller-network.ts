import { isIPv6 } from 'node:net'

const ADDRESS_GROUPS = 8
const NETWORK_GROUPS = 4

const groupsOf = (ip: string): readonly string[] => {
  // The URL parser normalises the address. The zone of `fe80::1%eth0` is not part of it.
  const { hostname } = new URL(`http://[${ip.split('%')[0]}]`)
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const omitted = ADDRESS_GROUPS - before.length - after.length
  return [...before, ...Array<string>(omitted).fill('0'), ...after]
}

/** Returns what counts as one caller: an IPv4 address or an IPv6 /64 network, because one customer can use all of its addresses. */
export const callerNetwork = (ip: string): string => {
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(ip)
  const isIPv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return groups.slice(0, isIPv4 ? ADDRESS_GROUPS : NETWORK_GROUPS).join(':')
}
