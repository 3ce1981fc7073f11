import { hmac } from '../primitives/ids.ts'

/** One spelling per mailbox as far as we can know it: NFKC, trimmed, lower case. */
const normalizeAddress = (address: string): string => address.normalize('NFKC').trim().toLowerCase()

/**
 * What stands for an address in streams, rows and comparisons: `a1:` and an HMAC that only this installation can
 * compute, by its ADDRESS_KEY.
 */
export const addressHash = (addressKey: string, address: string): string =>
  `a1:${hmac(addressKey, 'address', normalizeAddress(address))}`
