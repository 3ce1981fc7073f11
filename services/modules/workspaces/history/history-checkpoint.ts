import { CHECKPOINT_DOMAIN, signedText } from '#contract/evidence/checkpoints.ts'
import type { Checkpoint, CheckpointContent } from '#contract/workspaces/history-export.ts'
import { signingKeys, type SigningKey } from '#platform/secrets/signing-keys.ts'

/** Signed checkpoints of a workspace's audit chain. */

export const checkpointKeys = ({ CHECKPOINT_KEY }: { readonly CHECKPOINT_KEY: string }) =>
  signingKeys(CHECKPOINT_DOMAIN, CHECKPOINT_KEY)

export const signCheckpoint = (
  key: SigningKey,
  claims: Omit<CheckpointContent, 'v' | 'kind' | 'keyId'>,
): Checkpoint => {
  const content: CheckpointContent = { v: 1, kind: 'history-checkpoint', ...claims, keyId: key.id }
  return { content, signature: key.sign(signedText(content)), publicKey: key.publicKey }
}
