import { isIP } from 'node:net'

const MIN_PREFIX = 8

/** An IPv6 network such as `::/8` contains the mapped IPv4 addresses and would trust all IPv4 callers. */
const holdsIpv4 = (address: string): boolean => parseInt(`0${address.split(':')[0]}`, 16) < 0x100

const faultOfEntry = (entry: string): string | null => {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? []
  const family = isIP(address)
  if (family === 0 || Number(prefix ?? 0) > (family === 4 ? 32 : 128)) return 'is no address or network'
  if (prefix !== undefined && Number(prefix) < MIN_PREFIX) return 'trusts too many'
  return family === 6 && entry !== '::1' && holdsIpv4(address) ? 'is to be written as IPv4' : null
}

/** Returns the faults of a list of addresses and networks, e.g. `10.0.0.5, fd00::/8`. */
export const faultsOfProxies = (list: string): readonly string[] =>
  list.split(',').flatMap((entry) => {
    const fault = faultOfEntry(entry.trim())
    return fault === null ? [] : [`TRUST_PROXY: ${JSON.stringify(entry.trim())} ${fault}`]
  })
