import { toHex, utf8 } from '../evidence/bytes.ts'
import { partsOfNote, readVerifier, signaturesOf } from '../evidence/notes.ts'
import { isSignedByEd25519 } from '../evidence/signatures.ts'
import { fault } from './verdict.ts'

/** The type of keys of witnesses. */
const COSIGNATURE = 4
const SIGNATURE_BYTES = 72

/**
 * When the witness with this verifier key signed the checkpoint (https://c2sp.org/tlog-cosignature); null if it did not. Throws
 * `other-witness` for a wrong signature, and for what is no such key.
 */
export const cosignedAt = async (note: string, witnessKey: string): Promise<Date | null> => {
  const [key, parts] = [await readVerifier(witnessKey, COSIGNATURE), partsOfNote(note)]
  if (key === null || parts === null) return fault('other-witness')
  const [signature, ...more] = signaturesOf(key, parts.lines) ?? fault('checkpoint')
  if (signature === undefined) return null
  if (signature.length !== SIGNATURE_BYTES || more.length > 0) return fault('other-witness')
  const seconds = BigInt(`0x${toHex(signature.subarray(0, 8))}`)
  const text = utf8(`cosignature/v1\ntime ${seconds}\n${parts.text}`)
  if (!(await isSignedByEd25519(key.publicKey, signature.slice(8), text))) return fault('other-witness')
  return new Date(Number(seconds) * 1_000)
}
