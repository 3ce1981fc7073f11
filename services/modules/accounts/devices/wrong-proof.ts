import { randomUUID } from 'node:crypto'
import { Rejected } from '#contract/errors.ts'
import type { Call } from '#platform/http/http.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import type { FailedProof } from './device-proofs.ts'

/** Thrown while a command is built, because its proof was wrong. Pass it to `refuseProof` outside of `commands.execute`. */
export class WrongProof extends Error {
  readonly failed: FailedProof
  constructor(failed: FailedProof) {
    super(failed.reason)
    this.failed = failed
  }
}

/** Returns the evidence, or throws `WrongProof`. */
export const requireProof = (checked: Evidence | { readonly failed: FailedProof }): Evidence => {
  if ('failed' in checked) throw new WrongProof(checked.failed)
  return checked
}

type Refused = { readonly position: Position | null; readonly reply: () => never }

/** Disables the caller's device after its last wrong PIN. The reply throws `proof.invalid`. */
export const refuseProof = async (
  { commands }: Pick<Platform, 'commands'>,
  call: Pick<Call<Endpoint>, 'caller' | 'contextOf'>,
  { failed: { deviceId, triesLeft } }: WrongProof,
): Promise<Refused> => {
  const { userId, role } = call.caller
  const reply = () => {
    throw new Rejected('proof.invalid', triesLeft === null ? undefined : [{ field: 'pin', triesLeft }])
  }
  if (triesLeft !== 0) return { position: null, reply }
  const { position } = await commands.execute({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: { ...call.contextOf({ kind: 'user', userId, role }), commandId: randomUUID() },
    command: { type: 'DisableDevice', userId, deviceId },
  })
  return { position, reply }
}
