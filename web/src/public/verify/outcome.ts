import type { EvidenceFault, HistoryFault } from '#contract/evidence/faults.ts'

/** What is said about a file, in codes: `words.ts` has the words. */

export type Given = Readonly<Record<string, string | number>>
export type Said<Code extends string> = { readonly code: Code; readonly given?: Given }

export type Proved =
  'whole' | 'filtered' | 'signatures' | 'no-signatures' | 'kept' | 'key' | 'entry' | 'tree-key'
export type NotProved =
  | 'no-anchor'
  | 'other-anchor'
  | 'whose-keys'
  | 'which-text'
  | 'others'
  | 'split-view'
  | 'time'
  | 'before'
  | 'meaning'
export type Detail = 'workspace' | 'at' | 'key-id' | 'log' | 'hash' | 'entry-hash' | 'page'

/** Why a file is refused or cannot be judged. */
export type Refusal =
  | Said<HistoryFault>
  | { readonly code: 'signature'; readonly evidence: EvidenceFault; readonly given: Given }
  | Said<'unknown-file' | 'checkpoint-file' | 'beleg' | 'proof-alone' | 'old-browser'>

export type Outcome =
  | {
      readonly tone: 'green' | 'amber'
      readonly what: 'export' | 'proof'
      readonly proved: readonly Said<Proved>[]
      readonly notProved: readonly NotProved[]
      readonly details: readonly (readonly [Detail, string])[]
    }
  /** `sequence`: of the entry that it is about. */
  | { readonly tone: 'red'; readonly sequence: number | null; readonly refusal: Refusal }
  /** It is no file that can be judged here. */
  | { readonly tone: 'none'; readonly refusal: Refusal }
