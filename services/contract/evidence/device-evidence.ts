import { canonicalText, hashOfText } from '../requests/signing.ts'
import { isRecord, isText } from './bytes.ts'
import { BadEvidence, badEvidence } from './faults.ts'
import { isSignedByPasskey, originIn } from './passkeys.ts'
import { isSignedByPin, unlessFails } from './signatures.ts'

/** The signature of a device, with all that verifies it: the signed text, the key, and for a passkey the data of its authenticator. */
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

/** What every signed content has. */
export type SignedPart = Readonly<Record<string, unknown>> & {
  readonly kind: string
  readonly workspaceId: string
}

export type ProvedEvidence = {
  readonly content: SignedPart
  /** The user who signed a list that has this content; null for a content that was signed by itself. */
  readonly signer: string | null
  /** The origin of the page on which a passkey signed; null for a key with a PIN. */
  readonly origin: string | null
}

type Content = Omit<ProvedEvidence, 'origin'>

const isOptionalText = (value: unknown): boolean => value === undefined || isText(value)

/** Whether an entry has the fields of evidence. */
export const isEvidence = (value: unknown): value is KeptEvidence =>
  isRecord(value) &&
  [value['canonical'], value['challenge'], value['publicKey'], value['signature']].every(isText) &&
  isOptionalText(value['authenticatorData']) &&
  isOptionalText(value['clientDataJSON']) &&
  (value['listed'] === undefined ||
    (isRecord(value['listed']) &&
      isText(value['listed']['canonical']) &&
      Number.isInteger(value['listed']['place'])))

const parsedCanonical = (canonical: string): Readonly<Record<string, unknown>> => {
  const content: unknown = JSON.parse(canonical)
  if (!isRecord(content) || canonicalText(content) !== canonical) throw badEvidence('no-content')
  return content
}

const parsedContent = (canonical: string): SignedPart => {
  const content = parsedCanonical(canonical)
  const { kind, workspaceId } = content
  const id = content[kind === 'change' ? 'changeId' : 'requestId']
  if (!isText(kind) || !isText(workspaceId) || !isText(id)) throw badEvidence('no-content')
  return { ...content, kind, workspaceId }
}

const contentInList = async (
  list: Readonly<Record<string, unknown>>,
  { canonical, place }: NonNullable<KeptEvidence['listed']>,
): Promise<Content> => {
  const { kind, list: all, count, approverUserId } = list
  if (kind !== 'approvals' || !Array.isArray(all) || !isText(approverUserId)) throw badEvidence('no-content')
  const content = parsedContent(canonical)
  const entry: unknown = all[place]
  if (count !== all.length) throw badEvidence('list-count')
  if (content.kind !== 'approval' || !isRecord(entry) || entry['requestId'] !== content['requestId'])
    throw badEvidence('list-place')
  if (entry['contentHash'] !== (await hashOfText(canonical))) throw badEvidence('list-content')
  return { content, signer: approverUserId }
}

const contentOf = async ({ canonical, challenge, listed }: KeptEvidence): Promise<Content> => {
  if ((await hashOfText(canonical)) !== challenge) throw badEvidence('other-text')
  return listed === undefined
    ? { content: parsedContent(canonical), signer: null }
    : contentInList(parsedCanonical(canonical), listed)
}

const originOf = async (kept: KeptEvidence, origins: readonly string[] | null): Promise<string | null> => {
  const { challenge, publicKey, signature, authenticatorData = '', clientDataJSON } = kept
  if (clientDataJSON === undefined) {
    if (await isSignedByPin(publicKey, challenge, signature)) return null
    throw badEvidence('key')
  }
  const origin = originIn(clientDataJSON)
  if (origin === null || (origins !== null && !origins.includes(origin)))
    throw badEvidence('origin', { origin: origin ?? 'no known address' })
  const signed = { challenge, publicKey, signature, authenticatorData, clientDataJSON }
  if (await unlessFails(isSignedByPasskey(signed), () => false)) return origin
  throw badEvidence('passkey')
}

/** Throws BadEvidence for whatever fails. */
const proved = <T>(proof: Promise<T>): Promise<T> =>
  unlessFails(proof, (cause) => {
    throw cause instanceof BadEvidence ? cause : badEvidence('unreadable', {}, { cause })
  })

/**
 * Verifies evidence on its own: the key has signed this content. For a passkey also: on a page of one of `origins` (null accepts
 * any), for that site, with user verification. The owner of the key is not checked here. Throws BadEvidence.
 */
export const proveEvidence = (
  kept: KeptEvidence,
  origins: readonly string[] | null,
): Promise<ProvedEvidence> => {
  const prove = async () => ({ ...(await contentOf(kept)), origin: await originOf(kept, origins) })
  return proved(prove())
}

/** The same of what devices sign beside requests and changes, such as a vouch for another device. */
export const proveSigned = (kept: KeptEvidence): Promise<Readonly<Record<string, unknown>>> => {
  const prove = async () => {
    if ((await hashOfText(kept.canonical)) !== kept.challenge) throw badEvidence('other-text')
    await originOf(kept, null)
    return parsedCanonical(kept.canonical)
  }
  return proved(prove())
}
