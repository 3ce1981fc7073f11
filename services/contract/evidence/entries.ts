import { hexHash, isRecord, isText } from './bytes.ts'

/** The previous hash of a workspace's first entry. */
export const GENESIS = '0'.repeat(64)

/** What the hash of an entry is made from, and the hash. */
export type Link = {
  readonly sequence: number
  readonly id: string
  readonly factHash: string
  readonly previousHash: string | null
  readonly hash: string
}

/** Whether a value has the fields of an entry's hash. */
export const isLink = (value: unknown): value is Link & Readonly<Record<string, unknown>> =>
  isRecord(value) &&
  Number.isInteger(value['sequence']) &&
  (value['sequence'] as number) >= 1 &&
  [value['id'], value['hash'], value['factHash'], value['previousHash'] ?? ''].every(isText) &&
  value['previousHash'] !== undefined

/** What is wrong with an entry by itself; null: nothing. */
export const faultOfLink = async ({
  sequence,
  id,
  factHash,
  previousHash,
  hash,
}: Link): Promise<'no-previous' | 'hash' | null> => {
  if ((previousHash === null) !== (sequence === 1)) return 'no-previous'
  const made = await hexHash([previousHash ?? GENESIS, sequence, id, factHash].join('\n'))
  return made === hash ? null : 'hash'
}
