import { isRecord, parsed } from '../evidence/bytes.ts'
import { partsOfLine } from '../evidence/export-lines.ts'
import { BrokenHistory } from '../evidence/faults.ts'
import type { BelegChange, BelegContent, BelegRequest, BelegSignature } from './beleg.ts'
import { Fault } from './verdict.ts'
import { requireContent, requireWording } from './wording.ts'

/** The wording in a line of an export, and whether it is what the device signed: see docs/evidence.md. */

export type RequestWording = Omit<BelegRequest, 'status' | 'closedReason'>
export type ChangeWording = Pick<BelegChange, 'action' | 'target' | 'changes' | 'salt'>
export type Wording = RequestWording | ChangeWording

/** Signatures whose wording is in the file and is what was signed, and all with evidence. */
export type Tied = { signatures: number; tied: number }

type Content = Readonly<Record<string, unknown>>
type Signed = { readonly id: string; readonly content: Content; readonly wording: Wording }

/** What the device signed, or this part of a list that it signed. */
const contentOf = (evidence: Readonly<Record<string, unknown>>): unknown => {
  const { listed, canonical } = evidence
  return parsed(String(isRecord(listed) ? listed['canonical'] : canonical))
}

/** The line as a Beleg that has nothing else, so that one comparison serves both. */
const asBeleg = ({ id, content, wording }: Signed): BelegContent => {
  const workspace = { id: content['workspaceId'] }
  const broken = { sequence: 0, action: 'request.glass-broken', participantId: content['brokenBy'] }
  const about = { id, workspace, entries: [broken], signatures: [broken] }
  const { requestedBy, expiresAt } = content
  const beleg =
    'changes' in wording
      ? {
          ...about,
          subject: 'change',
          erased: isErasedChange(wording) ? ['change'] : [],
          change: { ...wording, requestedBy, expiresAt },
        }
      : { ...about, subject: 'request', erased: [], request: wording }
  return beleg as unknown as BelegContent
}

/** What of a change is sealed with its typed value. */
const TYPED: readonly string[] = ['email', 'callBackNumber', 'name', 'kind']

/** Whether something was typed and is erased. */
export const isErasedChange = ({ salt, changes }: Pick<BelegChange, 'salt' | 'changes'>): boolean => {
  const typed = changes.find(({ field }) => TYPED.includes(field))
  return typed !== undefined && (typed.after === null || salt === null)
}

const isErased = ({ wording }: Signed): boolean =>
  'changes' in wording
    ? isErasedChange(wording)
    : wording.title === null || wording.salt === null || wording.fields === null

const requireTied = async (signed: Signed): Promise<void> => {
  const beleg = asBeleg(signed)
  const { content } = signed
  await requireWording(beleg)
  const signature = { participantId: content['approverId'], onBehalfOf: content['onBehalfOf'] ?? null }
  await requireContent(beleg, signature as BelegSignature, content)
}

/** Whether the wording of an entry is in its line and is what was signed. Throws `BrokenHistory` for another wording. */
const isTied = async (entry: Readonly<Record<string, unknown>>): Promise<boolean> => {
  const { evidence, wording, target, sequence } = entry
  const content = isRecord(evidence) ? contentOf(evidence) : null
  if (!isRecord(content) || !isRecord(wording) || !isRecord(target)) return false
  const signed = { id: String(target['id']), content, wording: wording as Wording }
  try {
    await requireTied(signed)
  } catch (cause) {
    // Of another form than any wording.
    const why = cause instanceof Fault ? cause.code : 'unreadable'
    throw new BrokenHistory(Number(sequence), 'other-wording', { why }, { cause })
  }
  return !isErased(signed)
}

/** Passes lines on, and compares the wording of each with what its device signed once somebody has verified the line. */
export const tiedLines = async function* (lines: AsyncIterable<string>, found: Tied): AsyncGenerator<string> {
  for await (const line of lines) {
    yield line
    const parts = partsOfLine(line)
    const entry = parts && parsed(`${parts.text}}`)
    if (!isRecord(entry) || !isRecord(entry['evidence'])) continue
    found.signatures += 1
    if (await isTied(entry)) found.tied += 1
  }
}
