import { readFileSync } from 'node:fs'
import { cosignedAt } from '#contract/beleg/cosigned-at.ts'
import { isRecord, isText, parsed } from '#contract/evidence/bytes.ts'
import { historyFaultText } from '#contract/evidence/fault-texts.ts'
import { broken, BrokenHistory } from '#contract/evidence/faults.ts'
import {
  treeInCheckpoint,
  verifyConsistency,
  verifyProof,
  type Tree,
} from '#contract/evidence/verify-proof.ts'
import { UserFacingError } from '../local/user-facing-error.ts'

/** Proofs over the tree of a log. Needs neither settings nor a database. */

export const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UserFacingError(`${file} cannot be read (${(cause as Error).message}).`, { cause })
  }
}

export const readJson = (file: string): unknown => {
  const value = parsed(readText(file))
  if (value === undefined) throw new UserFacingError(`${file} cannot be read: it is no JSON.`)
  return value
}

/** Says what is broken, in one line. Throws any other error. */
export const sayBroken = (error: unknown): number => {
  if (!(error instanceof BrokenHistory)) throw error
  console.error(
    `BROKEN: ${error.sequence === null ? '' : `entry ${error.sequence} `}${historyFaultText(error)}.`,
  )
  return 1
}

/** What the reader has from elsewhere: keys of the log, of which one must have signed, and witnesses, all of which must have signed. */
type Anchor = {
  readonly key?: readonly string[] | undefined
  readonly witness?: readonly string[] | undefined
}

/** Verifier keys begin with the name of the log, as its checkpoints do. A log has several while its key changes. */
const treeBy = async (note: string, keys: readonly string[]): Promise<Tree> => {
  if (keys.length === 0) return treeInCheckpoint(note, null)
  const [key, ...others] = keys
  try {
    return await treeInCheckpoint(note, key!)
  } catch (error) {
    if (others.length === 0) throw error
    return treeBy(note, others)
  }
}

/** Says when each witness signed the checkpoint. Returns 1 if one did not. */
export const showWitnesses = async (note: string, witnesses: readonly string[]): Promise<number> => {
  for (const witness of witnesses) {
    const [name] = witness.split('+')
    const at = await cosignedAt(note, witness).catch(() => null)
    if (at === null) {
      console.error(`BROKEN: the witness ${name} did not sign the checkpoint.`)
      return 1
    }
    console.log(`The witness ${name} signed the checkpoint at ${at.toISOString()}.`)
  }
  return 0
}

/** Undefined: nothing says whose proof it is. */
export const showProof = async (file: string, { key = [], witness = [] }: Anchor) => {
  if (key.length + witness.length === 0) return undefined
  try {
    const answer = readJson(file)
    const { sequence, hash, tree } = await verifyProof(answer, null)
    const { proof } = answer as { proof: string }
    const note = proof.slice(proof.indexOf('\n\n') + 2)
    await treeBy(note, key)
    console.log(
      `Entry ${sequence} with the hash ${hash} is one of the ${tree.size} entries of ${tree.origin}.`,
    )
    return await showWitnesses(note, witness)
  } catch (error) {
    return sayBroken(error)
  }
}

/** A kept answer of `history-checkpoint`, with the keys in it, or the signed note alone. */
export const readKept = (file: string): { readonly note: string; readonly keys: readonly string[] } => {
  const text = readText(file)
  const value = parsed(text)
  if (value === undefined) return { note: text, keys: [] }
  if (!isRecord(value) || !isText(value['note']))
    throw new UserFacingError(`${file} is no checkpoint of history-checkpoint: it has no note.`)
  const keys = value['verifierKeys']
  return { note: value['note'], keys: Array.isArray(keys) ? keys.filter(isText) : [] }
}

/** Checkpoints of one size need no proof: they state the same, or history was rewritten. */
const proofOfNothing = ({ size: from }: Tree, { size: to }: Tree) => {
  if (from < to)
    throw new UserFacingError(
      `The checkpoints have ${from} and ${to} entries: add the answer of history-consistency?from=${from}&to=${to}.`,
    )
  return { hashes: [] }
}

/** Says whether the later log begins with the earlier one. Returns undefined if nothing says whose checkpoints they are. */
export const showConsistency = async (
  olderFile: string,
  newerFile: string | undefined,
  proofFile: string | undefined,
  { key, witness = [] }: Anchor,
) => {
  if (newerFile === undefined) return undefined
  const [older, newer] = [readKept(olderFile), readKept(newerFile)]
  // What was kept longest is the anchor.
  const keys = key ?? (witness.length > 0 ? [] : older.keys)
  if (keys.length + witness.length === 0) return undefined
  try {
    const [from, to] = [await treeBy(older.note, keys), await treeBy(newer.note, keys)]
    if (from.origin !== to.origin) broken('other-log')
    if (from.size > to.size)
      throw new UserFacingError('The first checkpoint is the newer one: give the older one first.')
    const proof = proofFile === undefined ? proofOfNothing(from, to) : readJson(proofFile)
    await verifyConsistency(proof, [older.note, newer.note], null)
    console.log(
      `The log ${to.origin} of ${to.size} entries begins with the ${from.size} of the older checkpoint, unchanged.`,
    )
    return (await showWitnesses(older.note, witness)) || (await showWitnesses(newer.note, witness))
  } catch (error) {
    return sayBroken(error)
  }
}
