import type { Checkpoint, CheckpointContent } from '#contract/workspaces/history-export.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import { isSignedWith, signingKeys, type SigningKey } from '#platform/secrets/signing-keys.ts'

/** Signed checkpoints of a workspace's audit chain. */

/** Prefix of the signed text, so that no other signature of this product is valid for a checkpoint. */
const DOMAIN = 'vieraugen.history-checkpoint.v1'

const signedText = (content: CheckpointContent): string => `${DOMAIN}\n${canonicalText(content)}`

export const checkpointKeys = ({ CHECKPOINT_KEY }: { readonly CHECKPOINT_KEY: string }) =>
  signingKeys(DOMAIN, CHECKPOINT_KEY)

export const signCheckpoint = (
  key: SigningKey,
  claims: Omit<CheckpointContent, 'v' | 'kind' | 'keyId'>,
): Checkpoint => {
  const content: CheckpointContent = { v: 1, kind: 'history-checkpoint', ...claims, keyId: key.id }
  return { content, signature: key.sign(signedText(content)), publicKey: key.publicKey }
}

/** Whether the checkpoint is signed with the key that it contains. The caller must check whose key that is. */
export const isSignedCheckpoint = ({ content, signature, publicKey }: Checkpoint): boolean =>
  content.v === 1 &&
  content.kind === 'history-checkpoint' &&
  isSignedWith({ publicKey, keyId: content.keyId }, signedText(content), signature)
