import { tiedLines, type Tied } from '#contract/beleg/export-wording.ts'
import { belegInPdf } from '#contract/beleg/beleg-in-pdf.ts'
import { BELEG_KIND } from '#contract/beleg/beleg.ts'
import { isRecord, parsed } from '#contract/evidence/bytes.ts'
import { linesIn } from '#contract/evidence/export-lines.ts'
import { BadEvidence, BrokenHistory } from '#contract/evidence/faults.ts'
import { UnknownAlgorithm } from '#contract/evidence/signatures.ts'
import { verifyHistory, type Verified } from '#contract/evidence/verify-history.ts'
import { verifyProof } from '#contract/evidence/verify-proof.ts'
import { whoseIsOpen, type Anchor } from './anchor.ts'
import { toneOf, type NotProved, type Outcome, type Proved, type Refusal, type Said } from './outcome.ts'
import { pagesOf, verifyBelegText } from './verify-beleg-file.ts'

/** Larger files can only be exports, which are read in slices. */
const MOST_TO_PARSE = 16_000_000

export type Progress = (bytes: number) => void

const pieces = async function* (file: Blob, onProgress: Progress): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  let read = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onProgress((read += value.length))
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

/** In milliseconds. */
const LONGEST_TASK = 50

/** Lets the page paint and answer between lines: most hashes are there at once, so that nothing else would have a turn. */
const inTurns = async function* (lines: AsyncIterable<string>): AsyncGenerator<string> {
  let since = performance.now()
  for await (const line of lines) {
    if (performance.now() - since > LONGEST_TASK) {
      await new Promise((turn) => setTimeout(turn))
      since = performance.now()
    }
    yield line
  }
}

const none = (code: 'unknown-file' | 'checkpoint-file' | 'proof-alone' | 'old-browser'): Outcome => ({
  tone: 'none',
  refusal: { code },
})

/** A signature is right for a wording only if the file has that wording. */
const signaturesIn = ({ signatures, tied }: Tied): Said<Proved>[] => {
  const said = [
    { code: 'tied', given: { signatures: tied } },
    { code: 'signatures', given: { signatures: signatures - tied } },
  ] as const
  return signatures === 0 ? [{ code: 'no-signatures' }] : said.filter(({ given }) => given.signatures > 0)
}

const provedBy = (
  { entries, isWhole, isOlder }: Verified,
  wordings: Tied,
  { kept }: Anchor,
): Said<Proved>[] => [
  { code: isWhole ? 'whole' : 'filtered', given: { entries } },
  ...signaturesIn(wordings),
  ...(kept && isWhole && !isOlder
    ? [{ code: 'kept' as const, given: { sequence: kept.content.sequence } }]
    : []),
]

/** The key that the export must have. Of several, the one that it has: with none of them, any is refused. */
const keyFor = (keys: readonly string[], checkpointKeys: readonly string[]): string | undefined =>
  keys.find((key) => checkpointKeys.includes(key)) ?? keys[0]

/** The keys that the last line of an export names, before anything is verified. */
const keysNamed = async (file: Blob): Promise<readonly string[]> => {
  const end = await file.slice(-100_000).text()
  const last: unknown = parsed(end.trimEnd().split('\n').at(-1)!)
  const checkpoint = isRecord(last) ? last['checkpoint'] : null
  if (!isRecord(checkpoint) || !isRecord(checkpoint['content'])) return []
  return [String(checkpoint['publicKey']), String(checkpoint['content']['keyId'])]
}

/** What an export leaves open, whoever signed it. */
const openIn = (
  { isWhole, isOlder }: Verified,
  { signatures, tied }: Tied,
  { kept }: Anchor,
): NotProved[] => [
  ...(isWhole ? [] : ['others' as const]),
  ...(kept && isWhole ? [] : ['before' as const]),
  ...(isOlder ? ['since' as const] : []),
  ...(tied < signatures ? (['which-text'] as const) : []),
  ...(signatures > 0 ? (['names'] as const) : []),
  'no-witness',
  'no-time-stamp',
]

const verifyExport = async (file: Blob, anchor: Anchor, onProgress: Progress): Promise<Outcome> => {
  const key = keyFor(anchor.keys, await keysNamed(file))
  const options = { key, earlier: anchor.kept ?? undefined }
  const found: Tied = { signatures: 0, tied: 0 }
  const verified = await verifyHistory(tiedLines(inTurns(linesIn(pieces(file, onProgress))), found), options)
  const isAnchored = key !== undefined || anchor.kept !== null
  const { isOlder, checkpoint, origins } = verified
  return {
    ...toneOf({ whose: !isAnchored, older: isOlder, partial: found.tied < found.signatures }),
    what: 'export',
    proved: [...(isAnchored ? [{ code: 'key' as const }] : []), ...provedBy(verified, found, anchor)],
    notProved: [...(isAnchored ? [] : [whoseIsOpen(anchor)]), ...openIn(verified, found, anchor)],
    details: [
      ['workspace', checkpoint.content.workspaceId],
      ['at', checkpoint.content.at],
      ['key-id', checkpoint.content.keyId],
      ['hash', checkpoint.content.hash],
      ...pagesOf(origins),
    ],
  }
}

/** The key of the log that the proof names, among those of the anchor. With none of them, any is refused. */
const verifierFor = (proof: string, verifiers: readonly string[]): string | null =>
  verifiers.find((key) => proof.includes(`\n— ${key.split('+')[0]} `)) ?? verifiers[0] ?? null

const verifyEntry = async (answer: Readonly<Record<string, unknown>>, anchor: Anchor): Promise<Outcome> => {
  const key = verifierFor(String(answer['proof']), anchor.verifiers)
  const { sequence, hash, tree } = await verifyProof(answer, key)
  return {
    ...toneOf({ whose: key === null }),
    what: 'proof',
    proved: [
      ...(key === null ? [] : [{ code: 'tree-key' as const }]),
      { code: 'entry', given: { sequence, size: tree.size } },
    ],
    notProved: [...(key === null ? [whoseIsOpen(anchor)] : []), 'meaning', 'others', 'no-witness'],
    details: [
      ['log', tree.origin],
      ['entry-hash', hash],
    ],
  }
}

const verifyText = async (text: string, anchor: Anchor): Promise<Outcome | null> => {
  if (text.startsWith('c2sp.org/tlog-proof@')) return none('proof-alone')
  const value = parsed(text)
  if (!isRecord(value)) return null
  if (value['kind'] === BELEG_KIND) return verifyBelegText(text, anchor)
  if ('entry' in value && 'proof' in value) return verifyEntry(value, anchor)
  return isRecord(value['content']) && value['content']['kind'] === 'history-checkpoint'
    ? none('checkpoint-file')
    : null
}

const refusalOf = (error: BrokenHistory): Refusal => {
  const { fault, given, cause } = error
  return fault === 'signature' && cause instanceof BadEvidence && cause.fault !== null
    ? { code: 'signature', evidence: cause.fault, given }
    : { code: fault, given }
}

/** Whether a file begins like an export: with an entry, or with the checkpoint of an empty one. */
const beginsAsExport = async (file: Blob): Promise<boolean> => /^\s*\{/.test(await file.slice(0, 100).text())

const verifyPdf = async (file: Blob, anchor: Anchor): Promise<Outcome> => {
  const beleg = await belegInPdf(new Uint8Array(await file.arrayBuffer()))
  return beleg === null ? none('unknown-file') : verifyBelegText(beleg, anchor)
}

/** Verifies a file against what the reader has from elsewhere. */
export const verifyFile = async (file: Blob, anchor: Anchor, onProgress: Progress): Promise<Outcome> => {
  try {
    if ((await file.slice(0, 5).text()) === '%PDF-') return await verifyPdf(file, anchor)
    const outcome = file.size > MOST_TO_PARSE ? null : await verifyText(await file.text(), anchor)
    if (outcome) return outcome
    return (await beginsAsExport(file)) ? await verifyExport(file, anchor, onProgress) : none('unknown-file')
  } catch (error) {
    if (error instanceof UnknownAlgorithm) return none('old-browser')
    if (!(error instanceof BrokenHistory)) throw error
    return { tone: 'red', sequence: error.sequence, refusal: refusalOf(error) }
  }
}
