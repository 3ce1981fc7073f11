import { signNote, verifierKey } from '#platform/secrets/signed-notes.ts'
import { signingKeys, type SigningKey } from '#platform/secrets/signing-keys.ts'
import type { Tree } from '#projections/audit/proof-queries.ts'

/** Checkpoints and proofs of a log's Merkle tree in the forms of C2SP, which other people's tools read. */

type Settings = { readonly CHECKPOINT_KEY: string; readonly PUBLIC_BASE_URL: string }

/** Other keys than those of `history-checkpoint`: no text of one may be taken for the other. */
const PURPOSE = 'c2sp.org/tlog-checkpoint'

/** The name of a log, which is also that of its key. */
const originOf = ({ PUBLIC_BASE_URL }: Settings, workspaceId: string): string =>
  `${new URL(PUBLIC_BASE_URL).host}/history/${workspaceId}`

const base64 = (hash: Buffer): string => hash.toString('base64')

/** Signs checkpoints (https://c2sp.org/tlog-checkpoint) of a workspace's log. */
export const treeSigner = (settings: Settings) => {
  const keys: readonly [SigningKey, ...SigningKey[]] = signingKeys(PURPOSE, settings.CHECKPOINT_KEY)
  /** What is signed of a checkpoint. */
  const textOf = (workspaceId: string, { size, root }: Tree): string =>
    `${originOf(settings, workspaceId)}\n${size}\n${base64(root)}\n`
  return {
    textOf,
    /** `lines`: of witnesses who signed the same. */
    checkpoint(workspaceId: string, tree: Tree, lines: readonly string[] = []): string {
      const note = signNote(textOf(workspaceId, tree), originOf(settings, workspaceId), keys[0])
      return note + lines.map((line) => `${line}\n`).join('')
    },
    /** base64url of an Ed25519 signature by the newest key, over a text that is no checkpoint. */
    sign: (text: string): string => keys[0].sign(text),
    /** The keys as verifiers of notes take them, newest first. Only the first one still signs. */
    verifierKeys: (workspaceId: string): string[] =>
      keys.map(({ publicKey }) => verifierKey(originOf(settings, workspaceId), publicKey)),
  }
}

/** A proof of one entry (https://c2sp.org/tlog-proof). */
export const proofText = (sequence: number, proof: readonly Buffer[], checkpoint: string): string =>
  ['c2sp.org/tlog-proof@v1', `index ${sequence - 1}`, ...proof.map(base64), '', checkpoint].join('\n')
