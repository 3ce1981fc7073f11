import type { Checkpoint, CheckpointContent } from '../workspaces/history-export.ts'
import { canonicalText } from '../requests/signing.ts'
import { fromBase64url, isRecord, isText, parsed, sha256, toHex } from './bytes.ts'
import { isTextSigned } from './signatures.ts'

/** Prefix of the signed text, so that no other signature of this product is valid for a checkpoint. */
export const CHECKPOINT_DOMAIN = 'vieraugen.history-checkpoint.v1'

/** What the signature of a checkpoint covers. */
export const signedText = (content: CheckpointContent): string =>
  `${CHECKPOINT_DOMAIN}\n${canonicalText(content)}`

const isExport = (value: unknown): boolean =>
  value === null ||
  (isRecord(value) &&
    isRecord(value['filters']) &&
    Object.values(value['filters']).every(isText) &&
    Number.isInteger(value['entries']) &&
    isText(value['lines']))

const isContent = (value: unknown): boolean =>
  isRecord(value) &&
  value['v'] === 1 &&
  value['kind'] === 'history-checkpoint' &&
  [value['workspaceId'], value['hash'], value['at'], value['keyId']].every(isText) &&
  Number.isInteger(value['sequence']) &&
  isExport(value['export'])

/** Whether a value has the form of a checkpoint. Its signature is another question. */
export const isCheckpoint = (value: unknown): value is Checkpoint =>
  isRecord(value) && isContent(value['content']) && isText(value['signature']) && isText(value['publicKey'])

/** The checkpoint in a last line, in the one form in which it is written. */
export const checkpointIn = (line: string): Checkpoint | null => {
  const last = line.startsWith('{"checkpoint":') ? parsed(line) : undefined
  if (!isRecord(last) || !isCheckpoint(last['checkpoint'])) return null
  const { content, signature, publicKey } = last['checkpoint']
  return JSON.stringify({ checkpoint: { content, signature, publicKey } }) === line
    ? last['checkpoint']
    : null
}

/** The id of a key that signs exports; null for what is no key. */
export const keyIdOf = async (publicKey: string): Promise<string | null> => {
  const bytes = fromBase64url(publicKey)
  return bytes?.length === 32 ? toHex(await sha256(bytes)).slice(0, 16) : null
}

/** Whether the checkpoint is signed with the key that it contains. The caller must check whose key that is. */
export const isSignedCheckpoint = async ({ content, signature, publicKey }: Checkpoint): Promise<boolean> =>
  content.v === 1 &&
  content.kind === 'history-checkpoint' &&
  (await keyIdOf(publicKey)) === content.keyId &&
  isTextSigned(publicKey, signature, signedText(content))
