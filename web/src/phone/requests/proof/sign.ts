import type { ErrorDetails } from '#contract/errors.ts'
import type { Proof } from '#contract/requests/requests.ts'
import { keyOf, signChallenge } from '../../accounts/devices/keys/device-keys.ts'
import { NoPasskey, signWithPasskey as askPasskey } from '#shared/sign-in/passkeys.ts'
import type { Prepared } from './signed-content.ts'

/** The server wants something signed that differs from what is shown. */
export class ContentDiffers extends Error {
  readonly fields: readonly string[]
  constructor(fields: readonly string[]) {
    super('the content to sign is not what is shown')
    this.fields = fields
  }
}

/** The device is known, but its key has gone from this browser. */
export class KeyMissing extends Error {}

/** Content that was compared with what is shown; `takenAt` is a `performance.now()`. */
export type Compared = { readonly prepared: Prepared; readonly takenAt: number }

/** A challenge lives for 120 s; this leaves the time to send the proof. */
const USABLE_MS = 100_000
export const isUsable = ({ takenAt }: Pick<Compared, 'takenAt'>, now: number): boolean =>
  now - takenAt < USABLE_MS

/** How a content that the server prepared is asked for, and in what it differs from what is shown. */
export type ContentSource = {
  readonly prepare: () => Promise<Prepared>
  readonly differences: (prepared: Prepared) => Promise<readonly string[]>
}

/** Asks the server what to sign and compares it. Throws ContentDiffers or ApiError. */
export const compareContent = async ({ prepare, differences }: ContentSource): Promise<Compared> => {
  const takenAt = performance.now()
  const prepared = await prepare()
  const fields = await differences(prepared)
  if (fields.length > 0) throw new ContentDiffers(fields)
  return { prepared, takenAt }
}

/** Signs what was compared. */
export type Sign = (prepared: Prepared) => Promise<Proof>

type PinOf = { readonly userId: string; readonly deviceId: string; readonly pin: string }

/** With the key of this browser. Throws KeyMissing. */
export const signWithPin =
  ({ userId, deviceId, pin }: PinOf): Sign =>
  async ({ challenge }) => {
    const key = await keyOf(userId, deviceId)
    if (!key) throw new KeyMissing()
    return { challenge, deviceId, pin, signature: await signChallenge(key, challenge) }
  }

/** With a finger, a face or the PIN of the device. Throws NoPasskey. */
export const signWithPasskey: Sign = async ({ challenge, passkey }) => {
  if (passkey === null) throw new NoPasskey()
  return { challenge, assertion: await askPasskey(passkey) }
}

/** Returns how many PIN tries the server says are left, or null if it does not say. */
export const triesLeft = (details: ErrorDetails): number | null => {
  const found = details.find((detail) => typeof detail.triesLeft === 'number')
  return found ? Number(found.triesLeft) : null
}
