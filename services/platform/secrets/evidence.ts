import Value from 'typebox/value'
import type { PublicKeyJwk } from '#contract/accounts/devices.ts'
import { SignedContent } from '#contract/requests/requests.ts'
import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import { isSignedBy } from './signatures.ts'
import { createWebAuthn, originIn } from './webauthn.ts'

/** As it stands in a fact: what was signed, by which key, and of a passkey what its authenticator said. */
export type KeptEvidence = {
  readonly canonical: string
  readonly challenge: string
  readonly publicKey: string
  readonly signature: string
  readonly authenticatorData?: string | undefined
  readonly clientDataJSON?: string | undefined
}

export type Proved = {
  readonly content: SignedContent
  /** The page on which a passkey signed it; null: a key with a PIN did, which knows of no page. */
  readonly origin: string | null
}

/** What does not hold. */
export class BadEvidence extends Error {
  override readonly name = 'BadEvidence'
}

const contentOf = async ({ canonical, challenge }: KeptEvidence): Promise<SignedContent> => {
  if ((await hashOfText(canonical)) !== challenge) throw new BadEvidence('another text was signed')
  const content: unknown = JSON.parse(canonical)
  if (!Value.Check(SignedContent, content) || canonicalText(content) !== canonical)
    throw new BadEvidence('what was signed is no content of ours')
  return content
}

/** Counts of before are not known here, and so are not judged. */
const isSignedByPasskey = async (kept: KeptEvidence, origin: string): Promise<boolean> => {
  const { challenge, publicKey, signature, authenticatorData = '', clientDataJSON = '' } = kept
  const id = 'AA'
  const response = { signature, authenticatorData, clientDataJSON }
  const assertion = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response }
  const credential = { id, publicKey, counter: 0, transports: [] }
  return (await createWebAuthn(origin).signed(assertion, challenge, credential)) !== null
}

const originOf = async (kept: KeptEvidence, origins: readonly string[] | null): Promise<string | null> => {
  if (kept.clientDataJSON === undefined) {
    if (isSignedBy(JSON.parse(kept.publicKey) as PublicKeyJwk, kept.challenge, kept.signature)) return null
    throw new BadEvidence('the key did not sign it')
  }
  const origin = originIn(kept.clientDataJSON)
  if (origin === null || (origins !== null && !origins.includes(origin)))
    throw new BadEvidence(`the passkey signed on a page of ${origin ?? 'no known address'}`)
  if (await isSignedByPasskey(kept, origin)) return origin
  throw new BadEvidence('the passkey did not sign it there, with the person verified')
}

/**
 * Proves by nothing but what is kept that this content was signed with this key, of a passkey also that it was on a page
 * at one of `origins` (null: whichever it says), for that site, with the person verified. Whose key it is stands
 * elsewhere. Throws BadEvidence.
 */
export const verifyEvidence = async (
  kept: KeptEvidence,
  origins: readonly string[] | null,
): Promise<Proved> => {
  try {
    return { content: await contentOf(kept), origin: await originOf(kept, origins) }
  } catch (error) {
    if (error instanceof BadEvidence) throw error
    throw new BadEvidence('it cannot be read', { cause: error })
  }
}
