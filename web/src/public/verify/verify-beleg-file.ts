import { isText } from '#contract/evidence/bytes.ts'
import type { Beleg, BelegContent, BelegField, BelegPerson } from '#contract/beleg/beleg.ts'
import type { Found } from '#contract/beleg/verdict.ts'
import { verifyBeleg } from '#contract/beleg/verify-beleg.ts'
import { whoseIsOpen, type Anchor } from './anchor.ts'
import { toneOf, type BelegFault, type Outcome, type Proved, type Said, type Saying } from './outcome.ts'

/** A person by all that the Beleg has of them. */
const nameOf = (people: readonly BelegPerson[], id: string): string => {
  const person = people.find(({ participantId }) => participantId === id)
  return [person?.name, person?.email].filter(Boolean).join(', ') || id
}

const valueOf = ({ type, value }: BelegField, people: readonly BelegPerson[]): Saying[1] => {
  if (isText(value)) return type === 'person' ? nameOf(people, value) : value
  return 'currency' in value ? `${value.value} ${value.currency}` : value
}

const aboutRequest = ({ request, people }: BelegContent): Saying[] => {
  if (!request) return []
  const { title, details, status, requesterId, kind, fields, files, glass } = request
  return [
    ...(title === null ? [] : [['title', title] as const]),
    ...(kind?.name ? [['kind', kind.name] as const] : []),
    ...(details === null ? [] : [['details', details] as const]),
    ...(fields ?? []).map((field) => [field.label, valueOf(field, people)] as const),
    ...files.map(({ name, sha256 }) => ['file', `${name ?? ''} SHA-256 ${sha256}`.trim()] as const),
    ['state', status],
    ...(glass?.reason ? [['emergency', glass.reason] as const] : []),
    ['asked-by', nameOf(people, requesterId)],
  ]
}

const aboutChange = ({ change, people }: BelegContent): Saying[] => {
  if (!change) return []
  const shown = (value: unknown) => (isText(value) ? value : JSON.stringify(value))
  return [
    ['change', change.action],
    ...change.changes.map(
      ({ field, before, after }) => ['change', `${field}: ${shown(before)} → ${shown(after)}`] as const,
    ),
    ['state', change.state],
    ['asked-by', nameOf(people, change.requestedBy)],
  ]
}

/** What a Beleg says: a printed one may say anything else above it. */
const sayingsOf = (content: BelegContent): Saying[] => {
  const { entries, people, signatures } = content
  const signed = signatures.map(({ sequence, participantId, onBehalfOf }): Saying => {
    const at = entries.find((entry) => entry.sequence === sequence)!.at
    const absent = onBehalfOf === null ? '' : ` (→ ${nameOf(people, onBehalfOf)})`
    return ['signed-by', `${nameOf(people, participantId)}${absent}, ${at}`]
  })
  return [...aboutRequest(content), ...aboutChange(content), ...signed]
}

const provedBy = (
  isAnchored: boolean,
  isErased: boolean,
  { signatures, entries, size, witnesses, timeStamps }: Found,
): Said<Proved>[] => [
  ...(isAnchored ? [{ code: 'key' as const }] : []),
  signatures === 0
    ? { code: 'no-device' }
    : { code: isErased ? 'wording-erased' : 'wording', given: { signatures } },
  { code: 'entries', given: { entries, size } },
  ...witnesses.map(({ name, at }) => ({ code: 'witness' as const, given: { name, at } })),
  ...timeStamps
    .filter(({ isNamed }) => isNamed)
    .map(({ authority: name, at }) => ({ code: 'time-stamp' as const, given: { name, at } })),
]

/** The pages on which passkeys signed. */
export const pagesOf = (origins: readonly string[]) => origins.map((origin) => ['page', origin] as const)

const reasonOf = (code: BelegFault | `stamp-${string}`): BelegFault =>
  code.startsWith('stamp-') ? 'time-stamp' : (code as BelegFault)

/** Verifies a Beleg against what the reader has from elsewhere. */
export const verifyBelegText = async (text: string, anchor: Anchor): Promise<Outcome> => {
  const { keys, verifiers, witnesses, authorities, kept } = anchor
  const known = { keys: [...keys, ...verifiers], witnesses, authorities, ...(kept && { checkpoint: kept }) }
  const { result, reasons, notProved, found } = await verifyBeleg(text, known)
  if (found === null) {
    const { code, sequence } = reasons[0]!
    // Who has no anchor still finds what it says.
    if (code === 'unknown-algorithm' || code === 'no-anchor')
      return { tone: 'none', refusal: { code: 'old-browser' } }
    return { tone: 'red', sequence, refusal: { code: 'beleg', reason: reasonOf(code) } }
  }
  const isAnchored = result === 'proved'
  const isErased = notProved.includes('erased')
  return {
    ...toneOf({ whose: !isAnchored, partial: isErased }),
    what: 'beleg',
    says: sayingsOf((JSON.parse(text) as Beleg).content),
    proved: provedBy(isAnchored, isErased, found),
    notProved: [...(isAnchored ? [] : [whoseIsOpen(anchor)]), ...notProved],
    details: [
      ['workspace', found.workspaceId],
      ['at', found.at],
      ['key-id', found.keyId],
      ['log', found.log],
      ...pagesOf(found.origins),
      ...found.timeStamps.map(
        ({ authority, at, fingerprint }) =>
          ['time-stamp', `${at}, ${authority}, SHA-256 ${fingerprint}`] as const,
      ),
    ],
  }
}
