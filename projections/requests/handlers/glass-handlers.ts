import { allEvents } from '#modules/all.events.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import { isDeviceBound } from '#platform/primitives/authenticator-data.ts'
import { handlers } from '../../engine/definition/projection.ts'
import { requestsTables } from '../tables.ts'

/** The columns of a request that nobody has approved in an emergency. */
export const NO_GLASS = {
  glass_until: null,
  glass_reason: null,
  glass_confirmed_at: null,
  glass_confirmed_by_id: null,
  glass_confirmed_by_user_id: null,
  glass_confirmed_by_email: null,
}

/** Null for a PIN. */
export const deviceBoundBy = ({ authenticatorData }: Evidence): boolean | null =>
  authenticatorData === undefined ? null : isDeviceBound(authenticatorData)

/**
 * The handlers of emergency approvals. Part of `projection.ts`. An IBAN counts as approved once a second person has confirmed it: until
 * then a later request is compared with what was approved before.
 */
export const glassHandlers = handlers(allEvents, requestsTables, {
  GlassBroken({ data, metadata }, changes) {
    changes.patch('requests', {
      id: data.requestId,
      status: 'approved',
      decided_at: metadata.at,
      decided_by_id: data.participantId,
      decided_by_user_id: data.userId,
      decided_by_email: data.email,
      assurance: data.assurance,
      device_bound: deviceBoundBy(data.evidence),
      glass_until: data.confirmUntil,
      glass_reason: data.reason,
    })
  },
  GlassConfirmed({ data, metadata }, changes) {
    changes.patch('requests', {
      id: data.requestId,
      glass_confirmed_at: metadata.at,
      glass_confirmed_by_id: data.participantId,
      glass_confirmed_by_user_id: data.userId,
      glass_confirmed_by_email: data.email,
    })
    changes.patch('request_ibans', { request_id: data.requestId, approved_at: metadata.at })
  },
})
