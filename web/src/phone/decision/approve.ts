import { approveRequest, requestChallenge, type Proof, type Request } from '#contract/requests.ts'
import { call } from '../../shared/api.ts'
import { keyOf, signChallenge } from '../devices/device-keys.ts'
import { NoPasskey, signWithPasskey as askPasskey } from '../../shared/passkeys.ts'
import { differences, type Prepared } from './signed-content.ts'

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

/** Asks the server what to sign and compares it with `shown`. Throws ContentDiffers or ApiError. */
export const compareContent = async (shown: Request, approverId: string): Promise<Compared> => {
  const takenAt = performance.now()
  const prepared = await call(requestChallenge, { params: { id: shown.id } })
  const fields = await differences(shown, approverId, prepared)
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

type Approval = {
  readonly shown: Request
  readonly approverId: string
  /** Good for one try; without it, or when it is too old, the content is asked for and compared anew. */
  readonly compared: Compared | null
}

/** Signs what is shown and sends the proof. Throws ContentDiffers, ApiError, and what `sign` throws. */
export const approve = async ({ shown, approverId, compared }: Approval, sign: Sign): Promise<Request> => {
  const usable = compared && isUsable(compared, performance.now())
  const { prepared } = usable ? compared : await compareContent(shown, approverId)
  return call(approveRequest, { params: { id: shown.id }, body: { proof: await sign(prepared) } })
}
