import { sha256 } from '#platform/primitives/ids.ts'

/** What the first entry of a workspace follows. */
export const GENESIS = '0'.repeat(64)

/**
 * Hash of an audit entry: 64 hex digits of SHA-256 over previous hash, sequence, event id and the fact's stored
 * hash, one per line. It depends on no decoded value, so upcasters, erasures and rebuilds leave it alone.
 */
export const entryHash = (previous: string, sequence: number, eventId: string, factHash: string): string =>
  sha256([previous, sequence, eventId, factHash].join('\n')).toString('hex')
