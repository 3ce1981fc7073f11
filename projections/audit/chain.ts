import { sha256Hex } from '#platform/primitives/ids.ts'

/** The previous hash of a workspace's first entry. */
export const GENESIS = '0'.repeat(64)

/**
 * Returns the hash of an audit entry: 64 hex digits of SHA-256 over previous hash, sequence, event id and the
 * fact's stored hash, one per line. It uses no decoded value, so upcasters, erasures and rebuilds do not change it.
 */
export const entryHash = (previous: string, sequence: number, eventId: string, factHash: string): string =>
  sha256Hex([previous, sequence, eventId, factHash].join('\n'))
