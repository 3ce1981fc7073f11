import type { Reply } from '#contract/endpoint.ts'
import type { AskKind, CallWay, Request, SignedContent } from '#contract/requests/requests.ts'
import type { requestChallenge } from '#contract/requests/decisions.ts'
import type { UploadedFile } from '#contract/requests/files.ts'
import type { FilledField, InBoth } from '#contract/requests/kinds.ts'
import { filledHash, signedField } from '#contract/requests/fields/signed-fields.ts'
import { reasonHash } from '#contract/requests/glass/glass-reason.ts'
import { nameHash, textHash } from '#contract/requests/signing.ts'
import { ruleHash } from '#contract/requests/rules/rule-hash.ts'
import { typedText } from '#contract/typed-text.ts'
import { differencesBetween } from '#shared/sign-in/signable.ts'

export type Prepared = Reply<typeof requestChallenge>

/** The part of the signed content that the user sees. Nonce and salt come from the server's answer. */
type Seen = Omit<SignedContent, 'textHash' | 'nonce' | 'files'> & {
  readonly title: string
  readonly details: string | null
  readonly files?: readonly UploadedFile[] | undefined
  /** Only with a kind. */
  readonly filled?: Filled | undefined
}
type Filled = { readonly kind: { readonly name: InBoth } | null; readonly fields: readonly FilledField[] }

const signedFile = async ({ name, type, size, sha256 }: UploadedFile, salt: string) => ({
  // An erased name fits no hash.
  nameHash: await nameHash(name ?? '', salt),
  type,
  size,
  sha256,
})

const hashOfTexts = (
  { title, details, files = [], filled }: Pick<Seen, 'title' | 'details' | 'files' | 'filled'>,
  salt: string,
): Promise<string> => {
  if (!filled) return textHash({ title, details, salt })
  const name = filled.kind?.name
  const kind = name ? { name: { de: name.de, en: name.en } } : null
  const fields = filled.fields.map((field) => signedField(field, files))
  return filledHash({ title, details, salt, kind, fields })
}

const contentOf = async (
  { title, details, files, filled, ...seen }: Seen,
  { content: { nonce }, textSalt: salt }: Prepared,
): Promise<SignedContent> => ({
  ...seen,
  textHash: await hashOfTexts({ title, details, files, filled }, salt),
  ...(files && { files: await Promise.all(files.map((file) => signedFile(file, salt))) }),
  nonce,
})

/** The texts that are shown of a field. */
const textsOf = ({ label, value, option }: FilledField): readonly string[] => [
  label.de,
  label.en,
  ...(typeof value === 'string' ? [value] : [value.value, value.currency]),
  ...(option ? [option.de, option.en] : []),
]

/** The fields of which something is not seen: invisible characters, or a file or an option that the request has not. */
const hiddenIn = ({ filled, files = [] }: Seen): readonly string[] =>
  (filled?.fields ?? []).flatMap((field) => {
    const { name, type, value, option } = field
    const isLost =
      (type === 'file' && files.every(({ id }) => id !== value)) ||
      (type === 'choice' && option === undefined)
    return isLost || textsOf(field).some((text) => typedText(text) !== text) ? `fields.${name}` : []
  })

const differencesFrom = async (seen: Seen, prepared: Prepared): Promise<readonly string[]> => {
  // Invisible characters would be signed too and can change how the text reads. Our server never sends them.
  const withInvisible = (['title', 'details'] as const).filter((field) => {
    const text = seen[field] ?? ''
    return typedText(text) !== text
  })
  if (withInvisible.length > 0) return withInvisible
  const hidden = hiddenIn(seen)
  if (hidden.length > 0) return hidden
  return differencesBetween(await contentOf(seen, prepared), prepared)
}

/** The rule as it is shown, with the salt of the server's answer. An erased rule fits no hash. */
const ruleOf = async ({ needs }: Request, salt: string) => {
  if (!needs) return null
  const { applied } = needs
  if (applied === null) return { count: needs.count, before: null, hours: 0, ruleHash: '' }
  const { count, before, hours } = applied.rule
  return { count, before, hours, ruleHash: await ruleHash(applied, salt) }
}

/** What the version of an approval adds, as far as it is shown. */
const versionOf = async (
  request: Request,
  { textSalt }: Prepared,
  onBehalfOf = request.standsInFor?.participantId ?? null,
) => {
  const { files = [], kind, fields = [] } = request
  const rule = await ruleOf(request, textSalt)
  if (kind || rule || onBehalfOf) {
    const requestKind = kind ? { id: kind.id, version: kind.version } : null
    const filled = { kind: kind ?? null, fields }
    return { v: 4, files, filled, requestKind, rule, onBehalfOf } as const
  }
  return files.length > 0 ? ({ v: 3, files } as const) : ({ v: 1 } as const)
}

/**
 * Rebuilds the content of an approval from the request as it is shown and compares it with the server's content. Returns the
 * names of everything that differs (fields, `canonical`, `challenge`). Sign only if there are none.
 */
export const differences = async (
  shown: Request,
  { approverId, call }: { readonly approverId: string; readonly call: CallWay | undefined },
  prepared: Prepared,
): Promise<readonly string[]> => {
  if (shown.title === null) return ['title']
  const { id: requestId, workspaceId, type, title, details, createdAt, expiresAt } = shown
  const requesterId = shown.requester.participantId
  const times = { createdAt, expiresAt }
  const seen = { requestId, workspaceId, type, requesterId, approverId, title, details, ...times }
  const version = await versionOf(shown, prepared)
  if (!shown.asks || !call) return differencesFrom({ ...version, kind: 'approval', ...seen }, prepared)
  // The requester's answers stay hidden until the approver has given theirs, so they come from the server's answer.
  const { call: both, calledBack = false } = prepared.content
  const requester = typeof both === 'object' ? both.requester : call
  const described = { v: 2, asks: shown.asks, call: { requester, approver: call }, calledBack } as const
  return differencesFrom({ ...described, kind: 'approval', ...seen }, prepared)
}

/** What the reader signs about an emergency approval, with the reason as it is shown. */
type Glass = {
  readonly approverId: string
  readonly kind: 'break-glass' | 'glass-confirmation'
  readonly reason: string
  readonly brokenBy?: string
}

/** Like `differences`, for breaking the glass of an approval and for the confirmation of that. Nobody does either for somebody else. */
export const glassDifferences = async (
  shown: Request,
  { approverId, kind, reason, brokenBy }: Glass,
  prepared: Prepared,
): Promise<readonly string[]> => {
  if (shown.title === null) return ['title']
  if (typedText(reason) !== reason) return ['reason']
  const { id: requestId, workspaceId, type, title, details, createdAt, expiresAt } = shown
  const requesterId = shown.requester.participantId
  const seen = { requestId, workspaceId, type, requesterId, approverId, title, details, createdAt, expiresAt }
  const hash = await reasonHash(reason, prepared.textSalt)
  const glass = { kind, reasonHash: hash, ...(brokenBy !== undefined && { brokenBy }) }
  return differencesFrom({ ...(await versionOf(shown, prepared, null)), ...glass, ...seen }, prepared)
}

export type NewCheck = Pick<SignedContent, 'workspaceId' | 'requesterId' | 'approverId'> & {
  readonly title: string
  readonly asks: AskKind
  readonly call: CallWay
  readonly calledBack: boolean
}

/** How long a call check stays open. */
export const CHECK_MS = 5 * 60_000

/** Like `differences`, for a new call check. The server chooses its id and creation time. */
export const creationDifferences = (
  { asks, ...check }: NewCheck,
  prepared: Prepared,
): Promise<readonly string[]> => {
  const { requestId, createdAt } = prepared.content
  const expiresAt = new Date(Date.parse(createdAt) + CHECK_MS).toISOString()
  const own = { ...check, requestId, createdAt, expiresAt, details: null }
  const described = { v: 2, asks: { kind: asks } } as const
  return differencesFrom({ ...described, kind: 'creation', type: 'verification', ...own }, prepared)
}
