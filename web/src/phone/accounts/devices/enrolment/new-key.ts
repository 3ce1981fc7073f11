import type { Static } from 'typebox'
import type { Device, OwnVouch, Registration } from '#contract/accounts/devices.ts'

/** What the server takes for a new key, and what a device of its owner can sign to vouch for it. */
export type Offer = { readonly body: Registration; readonly vouch: Static<typeof OwnVouch> | undefined }

/** A key that this browser has created and the server does not have yet. */
export type NewKey = {
  /** RFC 7638 thumbprint; null if the browser does not tell it. */
  readonly thumbprint: string | null
  /** Asks the server again each time, because a challenge is good for one try. */
  readonly offer: () => Promise<Offer>
  /** Records in this browser that the key is the one of `device`. */
  readonly keep: (device: Device) => Promise<void>
}
