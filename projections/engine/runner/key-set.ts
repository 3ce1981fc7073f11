/** Which keys have come before, in 4 MiB however many they are; threads may share one, one after the other. */
export type KeySet = Int32Array<SharedArrayBuffer>

/** A Bloom filter: of a million keys one in 6,000 that is new is not taken for it, of ten millions one in four. */
const BITS = 25
const PROBES = 4
const FNV_OFFSET = 0x81_1c_9d_c5
const FNV_PRIME = 0x01_00_01_93

export const createKeySet = (): KeySet => new Int32Array(new SharedArrayBuffer(2 ** (BITS - 3)))

/** Adds a key. Answers whether it is new for certain; what is not may have come before. */
export const addKey = (keys: KeySet, key: string): boolean => {
  let hash = FNV_OFFSET
  let step = 0
  for (let i = 0; i < key.length; i += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(i), FNV_PRIME)
    step = Math.imul(step, 31) + hash
  }
  step |= 1
  let isNew = false
  for (let probe = 0; probe < PROBES; probe += 1) {
    hash = (hash + step) | 0
    const bit = (hash ^ (hash >>> 15)) >>> (32 - BITS)
    const mask = 1 << (bit & 31)
    if ((keys[bit >>> 5]! & mask) === 0) isNew = true
    keys[bit >>> 5]! |= mask
  }
  return isNew
}
