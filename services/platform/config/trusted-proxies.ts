import { isIP } from 'node:net'

const MIN_PREFIX = 8

/** IPv4 written as IPv6, `::/8` among it, would trust everyone who comes over IPv4. */
const holdsIpv4 = (address: string): boolean => parseInt(`0${address.split(':')[0]}`, 16) < 0x100

const faultOfEntry = (entry: string): string | null => {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? []
  const family = isIP(address)
  if (family === 0 || Number(prefix ?? 0) > (family === 4 ? 32 : 128)) return 'is no address or network'
  if (prefix !== undefined && Number(prefix) < MIN_PREFIX) return 'trusts too many'
  return family === 6 && entry !== '::1' && holdsIpv4(address) ? 'is to be written as IPv4' : null
}

/** What is wrong with a list of addresses and networks, e.g. `10.0.0.5, fd00::/8`: a hop count, `true`, nearly everyone. */
export const faultsOfProxies = (list: string): readonly string[] =>
  list.split(',').flatMap((entry) => {
    const fault = faultOfEntry(entry.trim())
    return fault === null ? [] : [`TRUST_PROXY: ${JSON.stringify(entry.trim())} ${fault}`]
  })
