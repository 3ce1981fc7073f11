import type { ErrorDetails } from '#contract/errors.ts'
import type { Proof } from '#contract/accounts/proof.ts'
import { readKey, signChallenge } from '../keys/device-keys.ts'
import { NoPasskey, signWithPasskey as askPasskey } from '#shared/sign-in/passkeys.ts'
import type { Signable } from '#shared/sign-in/signable.ts'

/** The device is registered, but its key is no longer in this browser. */
export class KeyMissing extends Error {}

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
