import type { BelegDevice, Evidence } from '#contract/beleg/beleg.ts'
import { Rejected } from '#contract/errors.ts'
import type { UserEvent } from '#modules/accounts/user.events.ts'
import type { Fact } from '#platform/facts/facts.ts'

/** How the key of a signature came to its owner, by the owner's facts. */

type DataOf<T extends UserEvent['type']> = Extract<UserEvent, { type: T }>['data']
type Enrolled = Fact<Extract<UserEvent, { type: 'DeviceEnrolled' }>>
type Vouched = Fact<Extract<UserEvent, { type: 'DeviceVouched' }>>

export type SignedWith = {
  readonly deviceId: string
  readonly publicKey: string
  /** ISO 8601. */
  readonly at: string
}

/** A device, and the user who vouched for it in this workspace. */
export type Enrolment = { readonly device: BelegDevice; readonly voucherId: string | null }

const isFirst = (facts: readonly Fact[], enrolled: Enrolled): boolean => {
  const before = facts.filter(({ revision }) => revision < enrolled.revision)
  const anew = before.findLastIndex(({ type }) => type === 'DevicesRemoved')
  return !before.slice(anew + 1).some(({ type }) => type === 'DeviceEnrolled')
}

const wayOf = (
  facts: readonly Fact[],
  enrolled: Enrolled,
  vouched: DataOf<'DeviceVouched'> | undefined,
): BelegDevice['way'] => {
  if (vouched) return 'colleague'
  if (enrolled.data.vouch) return 'own-device'
  if (enrolled.data.usableFrom !== undefined) return 'waited'
  return isFirst(facts, enrolled) ? 'first' : 'unasked'
}

/** As a Beleg has it: the device stands in the signature. */
export const withoutDevice = (kept: Evidence): Evidence => {
  const { canonical, challenge, publicKey, signature, authenticatorData, clientDataJSON, listed } = kept
  return {
    canonical,
    challenge,
    publicKey,
    signature,
    ...(authenticatorData !== undefined && { authenticatorData }),
    ...(clientDataJSON !== undefined && { clientDataJSON }),
    ...(listed && { listed }),
  }
}

type Vouch = {
  readonly at: string
  /** Null if it was in another workspace, which is no business of this one. */
  readonly by: { readonly voucherId: string; readonly evidence: Evidence } | null
}

const vouchOf = (enrolled: Enrolled, vouched: Vouched | undefined, workspaceId: string): Vouch | null => {
  const { vouch, userId } = enrolled.data
  if (vouched) {
    const { sharedWorkspaceId, voucherId, evidence } = vouched.data
    return { at: vouched.metadata.at, by: sharedWorkspaceId === workspaceId ? { voucherId, evidence } : null }
  }
  return vouch ? { at: enrolled.metadata.at, by: { voucherId: userId, evidence: vouch } } : null
}

const factsOfDevice = (facts: readonly Fact[], { deviceId, publicKey, at }: SignedWith) => {
  const own = facts.filter(({ data, metadata }) => data['deviceId'] === deviceId && metadata.at <= at)
  const enrolled = own.find(({ type, data }) => type === 'DeviceEnrolled' && data['publicKey'] === publicKey)
  if (!enrolled) throw new Rejected('fact.altered')
  const vouched = own.find(({ type }) => type === 'DeviceVouched')
  return { enrolled: enrolled as unknown as Enrolled, vouched: vouched as Vouched | undefined }
}

/** Throws `fact.altered` if the owner had not enrolled the key. */
export const enrolmentOf = (
  facts: readonly Fact[],
  { deviceId, publicKey, at }: SignedWith,
  workspaceId: string,
): Enrolment => {
  const { enrolled, vouched } = factsOfDevice(facts, { deviceId, publicKey, at })
  const vouch = vouchOf(enrolled, vouched, workspaceId)
  const by = vouch && vouch.by
  const { kind, deviceBound = null, usableFrom } = enrolled.data
  const enrolledAt = enrolled.metadata.at
  return {
    device: {
      id: deviceId,
      kind,
      enrolledAt,
      usableFrom: vouch?.at ?? usableFrom ?? enrolledAt,
      deviceBound,
      way: wayOf(facts, enrolled, vouched?.data),
      vouchedBy: null,
      vouchedAt: vouch?.at ?? null,
      vouch: by && withoutDevice(by.evidence),
    },
    voucherId: by && by.voucherId,
  }
}
