import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { belegInPdf } from '#contract/beleg/beleg-in-pdf.ts'
import { tiedLines, type Tied } from '#contract/beleg/export-wording.ts'
import { verifyBeleg } from '#contract/beleg/verify-beleg.ts'
import type { Found, Verdict } from '#contract/beleg/verdict.ts'
import { isCheckpoint } from '#contract/evidence/checkpoints.ts'
import { linesIn } from '#contract/evidence/export-lines.ts'
import { verifyHistory, type Verified } from '#contract/evidence/verify-history.ts'
import type { Checkpoint } from '#contract/workspaces/history-export.ts'
import { allEvents } from '#modules/all.events.ts'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { signaturesOfChanges } from '#modules/workspaces/changes/verify-changes.ts'
import { checkpointKeys } from '#modules/workspaces/history/history-checkpoint.ts'
import { openPlatform } from '#platform/platform.ts'
import { createLogger } from '#platform/watch/logger.ts'
import { UserFacingError } from '../local/user-facing-error.ts'
import type { Command } from './command.ts'
import { keptTree, type KeptTree } from './history-kept.ts'
import { readJson, sayBroken, showConsistency, showProof, showWitnesses } from './history-proofs.ts'
import { openOpsDatabase } from './open-database.ts'

const USAGE = [
  'verify FILE [--key PUBLIC_KEY_OR_ID] [--checkpoint EARLIER_FILE] [--witness VERIFIER_KEY]… [--authority PEM_FILE_OR_SHA_256]… [--origin ADDRESS]…',
  'proof FILE [--key VERIFIER_KEY]… [--witness VERIFIER_KEY]…',
  'consistency OLDER_CHECKPOINT NEWER_CHECKPOINT [PROOF] [--key VERIFIER_KEY]… [--witness VERIFIER_KEY]…',
  'evidence WORKSPACE_ID | REQUEST_ID [--origin ADDRESS]…',
  'keys',
]

const readCheckpoint = (file: string): Checkpoint => {
  const value = readJson(file)
  if (isCheckpoint(value)) return value
  throw new UserFacingError(`${file} is not a checkpoint.`)
}

/** A signature is right for a wording only if the file has that wording. */
const signaturesText = ({ signatures, tied }: Tied): string => {
  if (signatures === 0) return 'None of them was signed by a device.'
  if (tied === signatures)
    return `${signatures} of them were signed by devices, and each signature is right for the wording in the file.`
  return [
    `${signatures} of them were signed by devices; ${tied} of these signatures are right for the wording in the file.`,
    `Of the other ${signatures - tied} the file has only the hash of what was signed: the wording is erased, or not handed out.`,
  ].join('\n')
}

const summaryOf = (verified: Verified, tied: number): string => {
  const { entries, isWhole, signatures, origins } = verified
  const { content } = verified.checkpoint
  return [
    isWhole
      ? `All ${entries} entries from the first to the head are present, and the hash chain is intact.`
      : `The ${entries} entries are as exported. The export was filtered, so other entries are missing.`,
    signaturesText({ signatures, tied }),
    ...origins.map((origin) => `  Passkeys signed on pages of ${origin}`),
    `Signed at ${content.at} with the key ${content.keyId} for workspace ${content.workspaceId}:`,
    `  entry ${content.sequence} has the hash ${content.hash}`,
  ].join('\n')
}

/** A key may begin with a hyphen, and would be taken for an option of its own. */
const withValues = (args: readonly string[]): string[] => {
  const [name, value, ...more] = args
  if (name === undefined) return []
  if (!name.startsWith('--') || name.includes('=') || value === undefined)
    return [name, ...withValues(args.slice(1))]
  return [`${name}=${value}`, ...withValues(more)]
}

const parseArguments = (args: readonly string[]) => {
  try {
    const { positionals, values } = parseArgs({
      args: withValues(args),
      allowPositionals: true,
      options: {
        key: { type: 'string', multiple: true },
        witness: { type: 'string', multiple: true },
        authority: { type: 'string', multiple: true },
        checkpoint: { type: 'string' },
        origin: { type: 'string', multiple: true },
      },
    })
    const [verb, what, ...more] = positionals
    return verb === 'consistency' || more.length === 0 ? { verb, what, more, ...values } : null
  } catch {
    return null
  }
}

type Arguments = NonNullable<ReturnType<typeof parseArguments>>

const UNPROVED = `NOT PROVED: the file fits together, but anybody can sign one with a key of their own. Pass --key with the key or
its id that the operator publishes, or --checkpoint with a checkpoint that was kept.`

const OLDER = `NOT PROVED: the file is older than the checkpoint that was kept. That alone is no forgery: verify a newer export, or
show with "history consistency" that the log only grew in between.`

const summaryOfBeleg = (found: Found, { notProved }: Verdict): string =>
  [
    `The Beleg of the ${found.subject} ${found.id}, made at ${found.at}, holds: ${notProved.includes('erased') ? 'what is left of its wording' : 'its wording'}, ${found.signatures} signatures by devices, and ${found.entries} entries of the log.`,
    ...found.origins.map((origin) => `  Passkeys signed on pages of ${origin}`),
    ...found.witnesses.map(({ name, at }) => `  The witness ${name} signed the checkpoint at ${at}`),
    ...found.timeStamps.map(
      ({ authority, fingerprint, at, isNamed }) =>
        `  Stamped at ${at} by “${authority}”${isNamed ? '' : ', whose certificate this file brings'} (SHA-256 ${fingerprint})`,
    ),
    `Signed with the key ${found.keyId}; the log ${found.log} had ${found.size} entries.`,
    `Not proved: ${notProved.join(', ')} (docs/evidence.md says what that means).`,
  ].join('\n')

/** A fingerprint as it is, or the certificate in a file. */
const certificateNamed = (given: string): string =>
  /^([0-9A-Fa-f]{2}:?){32}$/.test(given) ? given : readFileSync(given, 'utf8')

/** Codes of the verdict, as docs/evidence.md lists them. Needs neither settings nor a database. */
const showBeleg = async (
  text: string,
  { key, checkpoint, witness, authority }: Arguments,
): Promise<number> => {
  const anchor = {
    ...(key && { keys: key }),
    ...(checkpoint !== undefined && { checkpoint: readCheckpoint(checkpoint) }),
    ...(witness && { witnesses: witness }),
    ...(authority && { authorities: authority.map(certificateNamed) }),
  }
  const verdict = await verifyBeleg(text, anchor)
  if (verdict.found) console.log(summaryOfBeleg(verdict.found, verdict))
  if (verdict.result === 'proved') return 0
  if (verdict.result === 'not-proved') {
    console.error(UNPROVED)
    return 3
  }
  const [reason] = verdict.reasons
  console.error(`BROKEN: ${reason!.sequence === null ? '' : `entry ${reason!.sequence}: `}${reason!.code}.`)
  return 1
}

/** The Beleg in a file, which may be a PDF; null for any other file. A Beleg is small. */
const belegIn = async (file: string): Promise<string | null> => {
  const start = '{"content":'
  const handle = openSync(file, 'r')
  try {
    const head = Buffer.alloc(start.length)
    readSync(handle, head)
    if (head.toString().startsWith('%PDF-')) return await belegInPdf(new Uint8Array(readFileSync(file)))
    return head.toString() === start ? readFileSync(file, 'utf8') : null
  } finally {
    closeSync(handle)
  }
}

const verifyFile = async (file: string, given: Arguments): Promise<number> => {
  const beleg = existsSync(file) ? await belegIn(file) : null
  return beleg === null ? verify(file, given) : showBeleg(beleg, given)
}

/** Whether the log begins with the tree that these witnesses signed. */
const showSeen = async (
  { note, tree, requireRoot }: KeptTree,
  witnesses: readonly string[],
  { isWhole, checkpoint }: Verified,
): Promise<number> => {
  if (!isWhole) throw new UserFacingError('A filtered export does not show what witnesses signed.')
  await requireRoot(checkpoint.content.workspaceId)
  console.log(`The log begins with the ${tree.size} entries of the kept checkpoint’s tree.`)
  return showWitnesses(note, witnesses)
}

/** What the reader has from elsewhere, of which an export takes one key. */
const anchorOf = ({ key: keys, checkpoint, witness }: Arguments) => {
  if (witness && checkpoint === undefined)
    throw new UserFacingError('Witnesses sign no exports, but checkpoints: pass a kept one as --checkpoint.')
  if (keys && keys.length > 1) throw new UserFacingError('An export is verified by one --key.')
  return { key: keys?.[0], earlier: checkpoint === undefined ? undefined : readCheckpoint(checkpoint) }
}

/** Returns 3 if nothing says whose file it is, or whether it is of the log that was kept. */
const verifyExport = async (file: string, given: Arguments): Promise<number> => {
  const { key, earlier } = anchorOf(given)
  const { checkpoint, witness, origin: origins } = given
  const seen = witness ? await keptTree(checkpoint!) : null
  const found: Tied = { signatures: 0, tied: 0 }
  // A missing file is an error here, and not one of a stream that nobody reads yet.
  const opened = await open(file)
  const lines = tiedLines(linesIn(opened.createReadStream()), found)
  const verified = await verifyHistory(seen ? seen.lines(lines) : lines, { key, earlier, origins })
  console.log(summaryOf(verified, found.tied))
  if (verified.isOlder) {
    console.error(OLDER)
    return 3
  }
  if (seen) return showSeen(seen, witness!, verified)
  if (key !== undefined || earlier) return 0
  console.error(UNPROVED)
  return 3
}

/** Needs neither settings nor a database. */
const verify = async (file: string, given: Arguments): Promise<number> => {
  try {
    return await verifyExport(file, given)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UserFacingError(`The file ${file} does not exist.`, { cause: error })
    return sayBroken(error)
  }
}

/** Verifies from the facts, without read models. */
const proveEvidence = async (id: string, { origin }: Arguments): Promise<number> => {
  const found = await openOpsDatabase()
  const log = createLogger('error')
  const platform = await openPlatform(found.config, { log, catalogue: allEvents, readModels: [] })
  try {
    const origins = origin ?? [new URL(found.config.PUBLIC_BASE_URL).origin]
    let [valid, invalid] = [0, 0]
    const count = (
      { type, at, fault }: { type: string; at: string | null; fault: string | null },
      of: string,
    ) => {
      if (fault === null) valid += 1
      else invalid += 1
      if (fault !== null) console.error(`BROKEN: ${type} of ${of}, ${at}: ${fault}.`)
    }
    for await (const one of signaturesOf(platform, id, origins)) count(one, `request ${one.requestId}`)
    for await (const one of signaturesOfChanges(platform, id, origins)) count(one, `change ${one.changeId}`)
    if (valid + invalid === 0)
      throw new UserFacingError(
        `No request with the id ${id}, and no request or change in the workspace with this id, was signed by a device.`,
      )
    console.log(`${valid} signatures are valid, by keys that their owners had enrolled before.`)
    return invalid === 0 ? 0 : 1
  } finally {
    await platform.close()
    await found.close()
  }
}

const showKeys = async (): Promise<number> => {
  const { config, close } = await openOpsDatabase()
  try {
    for (const [i, { id, publicKey }] of checkpointKeys(config).entries())
      console.log(`${id}  ${publicKey}${i === 0 ? '  signs now' : ''}`)
    return 0
  } finally {
    await close()
  }
}

/** Undefined: the arguments do not say enough. */
const verbs = new Map<string | undefined, (what: string, given: Arguments) => Promise<number | undefined>>([
  ['verify', verifyFile],
  ['proof', showProof],
  [
    'consistency',
    (older, { more: [newer, proof], ...anchor }) => showConsistency(older, newer, proof, anchor),
  ],
  ['evidence', proveEvidence],
])

export const history: Command = {
  usage: 'verify FILE | proof FILE | consistency OLDER NEWER [PROOF] | evidence ID | keys',
  summary:
    'verifies an exported log, a Beleg, the proof of an entry or of two checkpoints, or the signatures of requests and changes; lists the keys of exports',
  run: async (args) => {
    if (args.length === 1 && args[0] === 'keys') return showKeys()
    const given = parseArguments(args)
    const verified = given?.what === undefined ? undefined : await verbs.get(given.verb)?.(given.what, given)
    if (verified !== undefined) return verified
    for (const line of USAGE) console.error(`npm run ops -- history ${line}`)
    return 2
  },
}
