import { addressHash } from '../secrets/addresses.ts'
import { callerNetwork } from '../limits/caller-network.ts'
import type { Config } from '../config/config.ts'
import { hmac } from '../primitives/ids.ts'
import type { Logger } from '../watch/logger.ts'

/** What whoever watches for attacks looks for; stable, for alarms hang on them. */
export type SecurityKind =
  | 'request.refused'
  | 'request.throttled'
  | 'session.replayed'
  | 'password.off'
  | 'password.changed'
  | 'device.enrolled'
  | 'device.disabled'
  | 'device.removed'
  | 'role.raised'
  | 'passkey.accepted'
  | 'passkey.refused'
  | 'phone.paired'

/** A person must look at these; the others tell by their number. */
const ALARMING: ReadonlySet<SecurityKind> = new Set(['session.replayed', 'password.off'])

export type SecurityEntry = {
  readonly requestId?: string | null
  readonly userId?: string | null
  readonly sessionId?: string
  readonly deviceId?: string
  readonly operation?: string | undefined
  readonly code?: string | null
  /** An address, or what stands for one already. */
  readonly email?: string | undefined
  readonly address?: string
  readonly ip?: string
}

/**
 * One line of its own kind in the log, told by its field `security`. Addresses stand there as the HMAC by which streams
 * are named, networks as another one: the same one twice is seen, and nobody reads which.
 */
export const noteSecurity = (
  { log, config }: { readonly log: Logger; readonly config: Pick<Config, 'ADDRESS_KEY' | 'THROTTLE_KEY'> },
  kind: SecurityKind,
  { email, ip, ...entry }: SecurityEntry,
): void => {
  const line = {
    security: kind,
    ...entry,
    ...(email !== undefined && { address: addressHash(config.ADDRESS_KEY, email) }),
    ...(ip !== undefined && { network: `n1:${hmac(config.THROTTLE_KEY, 'network', callerNetwork(ip))}` }),
  }
  log[ALARMING.has(kind) ? 'warn' : 'info'](line, 'security')
}
