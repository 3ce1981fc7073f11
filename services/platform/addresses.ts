import { hmac } from './ids.ts'

/** One spelling per mailbox as far as we can know it: NFKC, trimmed, lower case. */
export const normalizeAddress = (address: string): string => address.normalize('NFKC').trim().toLowerCase()

/** What stands for an address in streams, rows and comparisons: an HMAC that only this installation can compute. */
export const addressHash = (pepper: string, address: string): string =>
  hmac(pepper, 'address', normalizeAddress(address))
