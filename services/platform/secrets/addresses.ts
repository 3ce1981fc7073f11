import { hmac } from '../primitives/ids.ts'

/** NFKC, trimmed, lower case: one spelling per mailbox as far as we can know. */
const normalizeAddress = (address: string): string => address.normalize('NFKC').trim().toLowerCase()

/** Returns `a1:` and an HMAC under ADDRESS_KEY. It stands for the address in streams, rows and comparisons. */
export const addressHash = (addressKey: string, address: string): string =>
  `a1:${hmac(addressKey, 'address', normalizeAddress(address))}`
