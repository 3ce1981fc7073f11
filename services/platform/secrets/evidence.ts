import { isDeepStrictEqual } from 'node:util'
import Value from 'typebox/value'
import type { PublicKeyJwk } from '#contract/accounts/devices.ts'
import { SignedContent } from '#contract/requests/requests.ts'
import { ApprovalsContent } from '#contract/requests/several.ts'
import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import { ChangeContent } from '#contract/workspaces/changes.ts'
import { isSignedBy } from './signatures.ts'
import { createWebAuthn, originIn } from './webauthn.ts'

/** The evidence in an event: the signed text, the key, and for a passkey the data of its authenticator. */
export type KeptEvidence = {
  readonly canonical: string
  readonly challenge: string
  readonly publicKey: string
  readonly signature: string
  readonly authenticatorData?: string | undefined
  readonly clientDataJSON?: string | undefined
  /** Of an approval that was signed in a list: its own content, and where the list has its hash. */
  readonly listed?: { readonly canonical: string; readonly place: number } | undefined
}

/** What people sign: their part of a request, or their approval of a change. */
export type Signable = SignedContent | ChangeContent

export type VerifiedEvidence = {
  readonly content: Signable
  /** The user who signed a list that has this content; null for a content that was signed by itself. */
  readonly signer: string | null
  /** The origin of the page on which a passkey signed; null for a key with a PIN. */
  readonly origin: string | null
}

export class BadEvidence extends Error {
  override readonly name = 'BadEvidence'
}

const isSignable = (content: unknown): content is Signable =>
  Value.Check(SignedContent, content) || Value.Check(ChangeContent, content)

/** The canonical text as `isKind` says. */
const parsed = <C>(canonical: string, isKind: (content: unknown) => content is C): C => {
  const content: unknown = JSON.parse(canonical)
  if (!isKind(content) || canonicalText(content) !== canonical)
    throw new BadEvidence('what was signed is no content of ours')
  return content
}

const isList = (content: unknown): content is ApprovalsContent => Value.Check(ApprovalsContent, content)

type Read = Pick<VerifiedEvidence, 'content' | 'signer'>

const contentInList = async (
  list: ApprovalsContent,
  { canonical, place }: NonNullable<KeptEvidence['listed']>,
): Promise<Read> => {
  const content = parsed(canonical, isSignable)
  const entry = list.list[place]
  if (list.count !== list.list.length) throw new BadEvidence('the list has another count')
  if (content.kind !== 'approval' || entry?.requestId !== content.requestId)
    throw new BadEvidence('the list has something else at its place')
  if (entry.contentHash !== (await hashOfText(canonical)))
    throw new BadEvidence('the list has another content of it')
  return { content, signer: list.approverUserId }
}

const contentOf = async ({ canonical, challenge, listed }: KeptEvidence): Promise<Read> => {
  if ((await hashOfText(canonical)) !== challenge) throw new BadEvidence('another text was signed')
  return listed === undefined
    ? { content: parsed(canonical, isSignable), signer: null }
    : contentInList(parsed(canonical, isList), listed)
}

/** Earlier signature counters are unknown here, so the counter is not checked. */
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
 * Verifies stored evidence on its own: the key has signed this content. For a passkey also: on a page of one of `origins` (null
 * accepts any), for that site, with user verification. The owner of the key is not checked here. Throws BadEvidence.
 */
export const verifyEvidence = async (
  kept: KeptEvidence,
  origins: readonly string[] | null,
): Promise<VerifiedEvidence> => {
  try {
    return { ...(await contentOf(kept)), origin: await originOf(kept, origins) }
  } catch (error) {
    if (error instanceof BadEvidence) throw error
    throw new BadEvidence('it cannot be read', { cause: error })
  }
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
    if (error instanceof BadEvidence) return error.message
    throw error
  }
}

/** Throws BadEvidence for the first field that was signed with another value. */
export const requireSigned = (content: Signable, expected: Partial<Signable>): void => {
  for (const [field, value] of Object.entries(expected))
    if (!isDeepStrictEqual(content[field as keyof Signable], value))
      throw new BadEvidence(`another ${field} was signed`)
}
