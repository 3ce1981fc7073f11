import type { InBoth } from '#contract/beleg/beleg.ts'
import type { NotProved as OfBeleg, ReasonCode } from '#contract/beleg/verdict.ts'
import type { EvidenceFault, HistoryFault } from '#contract/evidence/faults.ts'

/** What is said about a file, in codes: `words.ts` has the words. */

export type Given = Readonly<Record<string, string | number>>
export type Said<Code extends string> = { readonly code: Code; readonly given?: Given }

export type Proved =
  | 'whole'
  | 'filtered'
  | 'tied'
  | 'signatures'
  | 'no-signatures'
  | 'kept'
  | 'key'
  | 'entry'
  | 'tree-key'
  | 'wording'
  | 'wording-erased'
  | 'no-device'
  | 'entries'
  | 'witness'
  | 'time-stamp'
export type NotProved =
  | OfBeleg
  | 'no-anchor'
  | 'other-anchor'
  | 'which-text'
  | 'others'
  | 'before'
  | 'since'
  | 'meaning'
export type Detail = 'workspace' | 'at' | 'key-id' | 'log' | 'hash' | 'entry-hash' | 'page' | 'time-stamp'

/** The parts of a Beleg that have words of their own; fields of its kind bring theirs. */
export type Part =
  | 'title'
  | 'kind'
  | 'details'
  | 'file'
  | 'state'
  | 'emergency'
  | 'asked-by'
  | 'signed-by'
  | 'change'
export type Saying = readonly [Part | InBoth, string | InBoth]

/** Why a Beleg is refused. All that is wrong with a time stamp is said in one sentence. */
export type BelegFault =
  | Exclude<ReasonCode, 'no-anchor' | 'unknown-algorithm' | `stamp-${string}`>
  | 'time-stamp'

/** Why a file is refused or cannot be judged. */
export type Refusal =
  | Said<HistoryFault>
  | { readonly code: 'signature'; readonly evidence: EvidenceFault; readonly given: Given }
  | { readonly code: 'beleg'; readonly reason: BelegFault }
  | Said<'unknown-file' | 'checkpoint-file' | 'proof-alone' | 'old-browser'>

/** Nothing says whose file it is; it ends before what was kept; some of what was signed is not in it. */
export type Open = 'whose' | 'older' | 'partial'

export type Outcome =
  | {
      readonly tone: 'green' | 'amber'
      readonly what: 'export' | 'proof' | 'beleg'
      /** Why it is not green. */
      readonly why: Open | null
      /** What a Beleg says, for its reader to compare. */
      readonly says?: readonly Saying[]
      readonly proved: readonly Said<Proved>[]
      readonly notProved: readonly NotProved[]
      readonly details: readonly (readonly [Detail, string])[]
    }
  /** `sequence`: of the entry that it is about. */
  | { readonly tone: 'red'; readonly sequence: number | null; readonly refusal: Refusal }
  /** It is no file that can be judged here. */
  | { readonly tone: 'none'; readonly refusal: Refusal }

/** Green if nothing is open; else the first of what is. */
export const toneOf = (open: Partial<Record<Open, boolean>>) => {
  const why = (['whose', 'older', 'partial'] as const).find((one) => open[one]) ?? null
  return { tone: why === null ? 'green' : 'amber', why } as const
}
