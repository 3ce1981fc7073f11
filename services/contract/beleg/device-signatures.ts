import { proveEvidence, proveSigned } from '../evidence/device-evidence.ts'
import { jwkOfPasskey } from '../evidence/passkeys.ts'
import { unlessFails } from '../evidence/signatures.ts'
import { SIGNED_KINDS } from '../evidence/verify-history.ts'
import { canonicalText, hashOfText } from '../requests/signing.ts'
import type { BelegContent, BelegDevice, BelegEntry, BelegSignature, Evidence } from './beleg.ts'
import { fault, type ReasonCode } from './verdict.ts'
import { requireContent } from './wording.ts'

/** The signatures of devices in a Beleg, and how their keys came to their owners. */

/** Whether a device signed what the entry says. */
export const isSignedEntry = ({ action, assurance }: BelegEntry): boolean =>
  SIGNED_KINDS.has(action) && (assurance === 'passkey' || assurance === 'pin')

/** RFC 7638, base64url. */
const thumbprintOf = ({ publicKey }: Evidence, kind: BelegDevice['kind']): Promise<string> =>
  hashOfText(kind === 'pin' ? publicKey : canonicalText(jwkOfPasskey(publicKey)))

/** What a proof answers. Throws `Fault` with this code if it fails. */
export const prove = <T>(proof: Promise<T>, code: ReasonCode): Promise<T> =>
  unlessFails(proof, () => fault(code))

const requireVouch = async ({ device, userId }: BelegSignature, evidence: Evidence): Promise<void> => {
  const { vouch, way, kind, id } = device
  if (vouch === null) return
  const content = await prove(proveSigned(vouch), 'vouch')
  const isFor = content['userId'] === userId && content['key'] === (await thumbprintOf(evidence, kind))
  const isRight =
    way === 'own-device'
      ? content['kind'] === 'enrolment'
      : way === 'colleague' && content['kind'] === 'vouching' && content['deviceId'] === id
  if (!isFor || !isRight) fault('vouch')
}

/** Returns the origin of the page on which it was signed; null for a key with a PIN. Throws `Fault`. */
export const requireSignature = async (
  beleg: BelegContent,
  entry: BelegEntry,
  signature: BelegSignature,
): Promise<string | null> => {
  const { evidence, assurance, actor, target, action } = entry
  if (!evidence || target.id !== beleg.id || actor.userId !== signature.userId) return fault('evidence')
  const { content, signer, origin } = await prove(proveEvidence(evidence, null), 'evidence')
  const isOfDevice = (origin === null) === (assurance === 'pin') && signature.device.kind === assurance
  const isOwn = signer === null || signer === signature.userId
  if (content['kind'] !== SIGNED_KINDS.get(action) || !isOfDevice || !isOwn) fault('evidence')
  await requireContent(beleg, signature, content)
  await requireVouch(signature, evidence)
  return origin
}
