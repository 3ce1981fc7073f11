import type { Checkpoint, CheckpointContent } from '#contract/workspaces/history-export.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import { isSignedWith, signingKeys, type SigningKey } from '#platform/secrets/signing-keys.ts'

/** The signed word for how far a workspace's chain is. */

/** Stands before what is signed, so that no other text that this product signs can be taken for a checkpoint. */
const DOMAIN = 'vieraugen.history-checkpoint.v1'

/** What the signature is over. */
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

/** Whether it was signed with the key that it brings: whose that is, its id has to tell. */
export const isSignedCheckpoint = ({ content, signature, publicKey }: Checkpoint): boolean =>
  content.v === 1 &&
  content.kind === 'history-checkpoint' &&
  isSignedWith({ publicKey, keyId: content.keyId }, signedText(content), signature)
