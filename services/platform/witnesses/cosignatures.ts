import type { Cosigner } from '../config/witness-settings.ts'
import { isSignedWithKey } from '../secrets/signing-keys.ts'

/**
 * Cosignatures (https://c2sp.org/tlog-cosignature): with one a witness says that a log has this checkpoint and only grew since
 * the one before, and when it said so.
 */

/** Where the time, the signature and nothing begin; before is the id of the key. */
const [TIME, SIGNATURE, END] = [4, 12, 76]

/** When the witness signed this text of a checkpoint, if the line (without its end) is its signature; null otherwise. */
export const cosignedAt = (text: string, line: string, { name, id, publicKey }: Cosigner): Date | null => {
  const [, signer, base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
  const bytes = Buffer.from(base64, 'base64')
  const isOwn = signer === name && bytes.length === END && bytes.subarray(0, TIME).equals(id)
  if (!isOwn || bytes.toString('base64') !== base64) return null
  const time = bytes.readBigUInt64BE(TIME)
  const at = new Date(Number(time) * 1_000)
  const isSigned = isSignedWithKey(
    publicKey,
    `cosignature/v1\ntime ${time}\n${text}`,
    bytes.subarray(SIGNATURE),
  )
  return isSigned && !Number.isNaN(at.getTime()) ? at : null
}
