import { isDeepStrictEqual } from 'node:util'
import Value from 'typebox/value'
import { proveEvidence, type KeptEvidence, type ProvedEvidence } from '#contract/evidence/device-evidence.ts'
import { evidenceFaultText } from '#contract/evidence/fault-texts.ts'
import { BadEvidence, badEvidence } from '#contract/evidence/faults.ts'
import { SignedContent } from '#contract/requests/requests.ts'
import { ChangeContent } from '#contract/workspaces/changes.ts'

export { BadEvidence } from '#contract/evidence/faults.ts'
export type { KeptEvidence } from '#contract/evidence/device-evidence.ts'

/** What people sign: their part of a request, or their approval of a change. */
export type Signable = SignedContent | ChangeContent

export type VerifiedEvidence = Omit<ProvedEvidence, 'content'> & { readonly content: Signable }

const isSignable = (content: unknown): content is Signable =>
  Value.Check(SignedContent, content) || Value.Check(ChangeContent, content)

/** As `proveEvidence`, and the content is one that this product asks to sign. Throws BadEvidence. */
export const verifyEvidence = async (
  kept: KeptEvidence,
  origins: readonly string[] | null,
): Promise<VerifiedEvidence> => {
  const { content, signer, origin } = await proveEvidence(kept, origins)
  const whole: unknown = content
  if (!isSignable(whole)) throw badEvidence('no-content')
  return { content: whole, signer, origin }
}

/** What an event says about how it was signed. */
export type Claim = { readonly assurance?: 'passkey' | 'pin'; readonly evidence?: KeptEvidence }

/** Why a claimed signature is not valid; null: it is. `belongs` throws BadEvidence if the content or the key is not the right one. */
export const signatureFault = async (
  { assurance, evidence }: Claim,
  origins: readonly string[],
  belongs: (content: Signable, evidence: KeptEvidence, signer: string | null) => Promise<void>,
): Promise<string | null> => {
  try {
    if (!evidence) throw new BadEvidence('there is no evidence')
    if ((assurance === 'passkey') !== (evidence.clientDataJSON !== undefined))
      throw new BadEvidence(`it was not signed with a ${assurance}`)
    const { content, signer } = await verifyEvidence(evidence, origins)
    await belongs(content, evidence, signer)
    return null
  } catch (error) {
    if (error instanceof BadEvidence) return evidenceFaultText(error)
    throw error
  }
}

/** Throws BadEvidence for the first field that was signed with another value. */
export const requireSigned = (content: Signable, expected: Partial<Signable>): void => {
  for (const [field, value] of Object.entries(expected))
    if (!isDeepStrictEqual(content[field as keyof Signable], value))
      throw new BadEvidence(`another ${field} was signed`)
}
