import type { ErrorDetails } from '#contract/errors.ts'
import type { Proof } from '#contract/accounts/proof.ts'
import { readKey, signChallenge } from '../keys/device-keys.ts'
import { NoPasskey, signWithPasskey as askPasskey } from '#shared/sign-in/passkeys.ts'
import type { Signable } from './signable.ts'

/** The server asks for a signature on something that differs from what is shown. */
export class ContentDiffers extends Error {
  readonly fields: readonly string[]
  constructor(fields: readonly string[]) {
    super('the content to sign differs from what is shown')
    this.fields = fields
  }
}

/** The device is registered, but its key is no longer in this browser. */
export class KeyMissing extends Error {}

/** Content that matches what is shown. `takenAt` is a `performance.now()`. */
export type Compared<P extends Signable = Signable> = { readonly prepared: P; readonly takenAt: number }

/** A challenge expires after 120 s. This leaves time to send the proof. */
const USABLE_MS = 100_000
export const isUsable = ({ takenAt }: Pick<Compared, 'takenAt'>, now: number): boolean =>
  now - takenAt < USABLE_MS

/** Fetches the content to sign, and lists the fields that differ from what is shown. */
export type ContentSource<P extends Signable> = {
  readonly prepare: () => Promise<P>
  readonly differences: (prepared: P) => Promise<readonly string[]>
}

/** Fetches the content to sign and compares it with what is shown. Throws ContentDiffers or ApiError. */
export const compareContent = async <P extends Signable>({
  prepare,
  differences,
}: ContentSource<P>): Promise<Compared<P>> => {
  const takenAt = performance.now()
  const prepared = await prepare()
  const fields = await differences(prepared)
  if (fields.length > 0) throw new ContentDiffers(fields)
  return { prepared, takenAt }
}

export type Sign = (prepared: Signable) => Promise<Proof>

type PinProof = { readonly userId: string; readonly deviceId: string; readonly pin: string }

/** Signs with the key of this browser and the PIN. Throws KeyMissing. */
export const signWithPin =
  ({ userId, deviceId, pin }: PinProof): Sign =>
  async ({ challenge }) => {
    const key = await readKey(userId, deviceId)
    if (!key) throw new KeyMissing()
    return { challenge, deviceId, pin, signature: await signChallenge(key, challenge) }
  }

/** Signs with a passkey. Throws NoPasskey. */
export const signWithPasskey: Sign = async ({ challenge, passkey }) => {
  if (passkey === null) throw new NoPasskey()
  return { challenge, assertion: await askPasskey(passkey) }
}

/** Returns how many PIN tries the server says are left, or null if it does not say. */
export const triesLeft = (details: ErrorDetails): number | null => {
  const found = details.find((detail) => typeof detail.triesLeft === 'number')
  return found ? Number(found.triesLeft) : null
}

/** Returns when a waiting device can sign, as the server says it, or null if it does not say. */
export const usableFrom = (details: ErrorDetails): string | null => {
  const found = details.find((detail) => typeof detail.usableFrom === 'string')
  return found ? String(found.usableFrom) : null
}
