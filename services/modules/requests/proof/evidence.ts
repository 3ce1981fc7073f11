import type { RequestOptions } from '#contract/accounts/passkeys.ts'
import type { Proof } from '#contract/accounts/proof.ts'
import { Rejected } from '#contract/errors.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { CallOn, FoldedStream } from '#platform/http/http.ts'
import type { Challenges, NewChallenge } from '#platform/secrets/challenges.ts'
import type { Devices } from '#modules/accounts/device.state.ts'
import { RecordedRefusal } from '#modules/requests/recorded-refusal.ts'
import type { Issued } from './proof.ts'
import type { RequestCommand } from '#modules/requests/request.decider.ts'
import type { Person } from '#modules/requests/request.state.ts'

/** Checks what people sign with their devices. Provided by the accounts module. */
export type Signers = {
  /** Begins to read the person's devices, for a `check` that follows in the same command. */
  devices(userId: string, load?: CallOn['load']): Promise<Devices>
  /** The stream that `devices` reads. */
  streamOf(userId: string): FoldedStream
  /**
   * Checks the challenge and the signature, and spends the challenge. Returns a wrong PIN or signature of an own device as a
   * failure. Throws `challenge.spent`, `device.disabled`, `device.waiting`, `rate.exceeded` and `proof.invalid`.
   */
  check(challenges: Challenges, check: Signed): Promise<Evidence | { readonly failed: FailedProof }>
  /** Issues a challenge, for `check`. `passkey`: options for `navigator.credentials.get`; null if the person has no usable passkey. */
  issue(
    challenges: Challenges,
    challenge: NewChallenge,
  ): Promise<{ readonly expiresAt: string; readonly passkey: RequestOptions | null }>
  /** When the device was enrolled; null if it is not the person's. */
  enrolledAt(userId: string, deviceId: string): Promise<Date | null>
  /** Whether the person has a device that may sign now. */
  hasUsable(userId: string, now: Date): Promise<boolean>
}

/** A wrong PIN or signature from one of the caller's own devices. */
export type FailedProof = {
  readonly deviceId: string
  readonly reason: 'wrong-pin' | 'bad-signature'
  /** Remaining PIN tries; null for a passkey. */
  readonly triesLeft: number | null
}

type Signed = {
  readonly proof: Proof
  readonly userId: string
  readonly commandId: string
  readonly now: Date
  readonly devices?: Promise<Devices>
  /** Whether the challenge was issued for the content that must be signed now. */
  matches(issued: Issued): Promise<boolean>
}
export type ProofCheck = Signed & {
  /** The command that records a failure. */
  refusal(failed: FailedProof): RequestCommand
  /** Records it elsewhere as well: see `RecordedRefusal`. */
  also?(failed: FailedProof): Promise<Position | null>
}

/** Records that an approval by this participant was refused. */
export const refusalOf = (
  { participantId, userId }: Person,
  { deviceId, reason, triesLeft }: FailedProof,
): RequestCommand =>
  triesLeft === null
    ? { type: 'RefuseAssertion', participantId, userId, deviceId }
    : { type: 'RefuseApproval', participantId, userId, deviceId, reason, triesLeft }

/** Throws the errors of `Signers.check`, and `RecordedRefusal` for a wrong signature or PIN from the caller's own device. */
export const checkProof = async (
  { signers, challenges }: { readonly signers: Signers; readonly challenges: Challenges },
  { refusal, also, ...check }: ProofCheck,
): Promise<Evidence> => {
  const checked = await signers.check(challenges, check)
  if (!('failed' in checked)) return checked
  const { failed } = checked
  const { triesLeft } = failed
  const details = triesLeft === null ? undefined : [{ field: 'pin', triesLeft }]
  const answer = new Rejected('proof.invalid', details)
  throw new RecordedRefusal(refusal(failed), answer, also && (() => also(failed)))
}
