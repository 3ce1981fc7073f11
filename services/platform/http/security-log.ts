import { addressHash } from '../secrets/addresses.ts'
import { callerNetwork } from '../limits/caller-network.ts'
import type { Config } from '../config/config.ts'
import { hmac } from '../primitives/ids.ts'
import type { Logger } from '../watch/logger.ts'

/** The kinds of security events. Alarms depend on the names, so never rename them. */
export type SecurityKind =
  | 'request.refused'
  | 'request.throttled'
  | 'session.replayed'
  | 'password.off'
  | 'password.changed'
  | 'device.enrolled'
  | 'device.disabled'
  | 'device.removed'
  | 'device.vouched'
  | 'device.stopped'
  | 'role.raised'
  | 'passkey.accepted'
  | 'passkey.refused'
  | 'phone.paired'

/** Kinds that a person must look at. For the others the rate matters. */
const ALARMING: ReadonlySet<SecurityKind> = new Set(['session.replayed', 'password.off'])

export type SecurityEntry = {
  readonly requestId?: string | null
  readonly userId?: string | null
  readonly sessionId?: string
  readonly deviceId?: string
  readonly operation?: string | undefined
  readonly code?: string | null
  /** A plain address. It is logged as its HMAC. */
  readonly email?: string | undefined
  /** The HMAC of an address. */
  readonly address?: string
  readonly ip?: string
}

/**
 * Logs one security event, with its kind in the field `security`. Addresses and networks are logged as HMACs, so that repetitions are
 * visible but not the values. The HMAC of an address is the one in stream names.
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
