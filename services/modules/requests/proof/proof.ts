import { Rejected } from '#contract/errors.ts'
import type { SignedContent } from '#contract/requests/requests.ts'
import { filledHash, signedField } from '#contract/requests/fields/signed-fields.ts'
import { canonicalText, hashOfText, textHash, type SaltedText } from '#contract/requests/signing.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { CallWay } from '#contract/requests/requests.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import type {
  AppliedRule,
  CallDescription,
  FilledKind,
  SignedFiles,
} from '#modules/requests/request.state.ts'

export type CreatedFact = Fact<Extract<RequestEvent, { type: 'RequestCreated' }>>

/** `canonical` is the RFC 8785 text of `content`, `challenge` its hash. `textSalt` is the secret in the hash of title and details. */
export type Prepared = {
  readonly content: SignedContent
  readonly canonical: string
  readonly challenge: string
  readonly textSalt: string
}

/** The signable text that a client got, and its challenge. */
export type Issued = Pick<Prepared, 'canonical' | 'challenge'>

type Kinded = Pick<FilledKind, 'kindId' | 'kindVersion'> | null

/** What is signed of a rule. */
export type SignedRule = Pick<AppliedRule, 'count' | 'before' | 'hours' | 'ruleHash'>

type SignedBeside = {
  readonly files: SignedFiles
  readonly kind: Kinded
  readonly rule: SignedRule | null
  /** Participant id of the colleague for whom a deputy decides. */
  readonly onBehalfOf: string | null
}

/** The fields of version 4, and of version 3. An approval without kind, rule, deputy and files has version 1. */
export const approvalVersion = ({ files, kind, rule, onBehalfOf }: SignedBeside) => {
  const isPlain = kind === null && rule === null && onBehalfOf === null
  if (files.length === 0 && isPlain) return { v: 1 } as const
  const signed = files.map(({ nameHash, type, size, sha256 }) => ({ nameHash, type, size, sha256 }))
  if (isPlain) return { v: 3, files: signed } as const
  const requestKind = kind && { id: kind.kindId, version: kind.kindVersion }
  const signedRule = rule && {
    count: rule.count,
    before: rule.before,
    hours: rule.hours,
    ruleHash: rule.ruleHash,
  }
  return { v: 4, files: signed, requestKind, rule: signedRule, onBehalfOf } as const
}

type OfVersion = {
  readonly described: CallDescription | null
  readonly files: SignedFiles
  readonly filled: FilledKind | null
  readonly rule: SignedRule | null
  /** As in `SignedBeside`; absent in a creation. */
  readonly onBehalfOf?: string | null
}

/** The fields of version 2 or of another one. `call`: in a creation the requester's answer, in an approval both. */
const versionOf = (
  { described, files, filled, rule, onBehalfOf = null }: OfVersion,
  call: SignedContent['call'],
) =>
  described === null
    ? approvalVersion({ files, kind: filled, rule, onBehalfOf })
    : ({ v: 2, asks: { kind: described.asks }, call: call!, calledBack: described.calledBack } as const)

/** The hash of all texts of a request. */
export const hashOfTexts = (
  { title, details, salt }: SaltedText,
  { files, filled, rule, onBehalfOf = null }: Pick<OfVersion, 'files' | 'filled' | 'rule' | 'onBehalfOf'>,
): Promise<string> => {
  if (filled === null && rule === null && onBehalfOf === null) return textHash({ title, details, salt })
  const fields = (filled?.fields ?? []).map((field) => signedField(field, files))
  return filledHash({ title, details, salt, kind: filled?.kind ?? null, fields })
}

const prepare = async (
  fields: Omit<SignedContent, 'textHash'>,
  { title, details, salt }: SaltedText,
  of: OfVersion,
): Promise<Prepared> => {
  const content: SignedContent = { ...fields, textHash: await hashOfTexts({ title, details, salt }, of) }
  const canonical = canonicalText(content)
  return { content, canonical, challenge: await hashOfText(canonical), textSalt: salt }
}

/** What is signed of a broken glass: by the admin who breaks it, or by the one who confirms that. */
export type SignedGlass =
  | { readonly kind: 'break-glass'; readonly reasonHash: string }
  | { readonly kind: 'glass-confirmation'; readonly reasonHash: string; readonly brokenBy: string }

/** What an approver signs. `call` is their answer to who called whom; null where the requester did not describe the call. */
export type Approval = OfVersion & {
  readonly created: CreatedFact
  readonly approverId: string
  readonly onBehalfOf: string | null
  readonly call: CallWay | null
  /** Instead of an approval: breaking the glass, or its confirmation. */
  readonly glass?: SignedGlass
}

/** The content of an approval, built from the events instead of a read model. Throws `request.not-found` once its text is erased. */
export const prepareApproval = async (
  { created: { data, metadata }, approverId, call, glass, ...of }: Approval,
  nonce: string,
): Promise<Prepared> => {
  const { requestId, workspaceId, type, requesterId, title, details = null, salt, expiresAt } = data
  if (title === null || salt === null) throw new Rejected('request.not-found')
  const createdAt = metadata.at
  const { described } = of
  const version = versionOf(
    of,
    described === null ? undefined : { requester: described.call, approver: call! },
  )
  return prepare(
    {
      ...version,
      kind: 'approval',
      ...glass,
      requestId,
      workspaceId,
      type,
      requesterId,
      approverId,
      createdAt,
      expiresAt,
      nonce,
    },
    { title, details, salt },
    of,
  )
}

export type RequestDraft = SaltedText &
  OfVersion &
  Pick<SignedContent, 'workspaceId' | 'type' | 'requesterId' | 'approverId'> & {
    readonly lifetimeSeconds: number
  }

/** The fields of a creation that the server decides when it prepares the content. */
export type Preparation = Pick<SignedContent, 'requestId' | 'createdAt' | 'nonce'>

/** The content that the requester signs to create a request. */
export const prepareCreation = (
  { workspaceId, type, requesterId, approverId, lifetimeSeconds, ...draft }: RequestDraft,
  { requestId, createdAt, nonce }: Preparation,
): Promise<Prepared> => {
  const expiresAt = new Date(new Date(createdAt).getTime() + lifetimeSeconds * 1_000).toISOString()
  const ids = { requestId, workspaceId, requesterId, approverId }
  const version = versionOf(draft, draft.described?.call)
  const content = { ...version, kind: 'creation' as const, ...ids, type, createdAt, expiresAt, nonce }
  return prepare(content, draft, draft)
}

export const isSame = (prepared: Issued, { canonical, challenge }: Issued): boolean =>
  prepared.canonical === canonical && prepared.challenge === challenge

/**
 * Whether the challenge was issued for this approval of the request as it is now. Builds the content again and compares;
 * only the nonce comes from the issued text.
 */
export const isApprovalOf = async (approval: Approval, issued: Issued): Promise<boolean> => {
  const { nonce } = JSON.parse(issued.canonical) as { nonce?: unknown }
  return typeof nonce === 'string' && isSame(await prepareApproval(approval, nonce), issued)
}

/** Whether the challenge was issued for this draft. Only the `Preparation` comes from the issued text. */
export const isCreationOf = async (draft: RequestDraft, issued: Issued): Promise<boolean> =>
  isSame(await prepareCreation(draft, JSON.parse(issued.canonical) as Preparation), issued)
