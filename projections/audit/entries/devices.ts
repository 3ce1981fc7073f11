import type { ParticipantDeviceEvent } from '#modules/workspaces/participants/participant-device.events.ts'
import type { KeptEvidence } from '#platform/secrets/evidence.ts'
import { isDeviceBound } from '#platform/primitives/authenticator-data.ts'

/** What an entry says about a device. */

export type DeviceField = 'device' | 'deviceBound' | 'usableFrom'
type DeviceChange = { readonly field: DeviceField; readonly before: null; readonly after: unknown }

const is = (field: DeviceField, after: unknown): readonly DeviceChange[] =>
  after === undefined ? [] : [{ field, before: null, after }]

export const deviceChanges = ({
  kind,
  deviceBound,
  usableFrom,
}: ParticipantDeviceEvent['data']): readonly DeviceChange[] => [
  ...is('device', kind),
  ...is('deviceBound', deviceBound),
  ...is('usableFrom', usableFrom),
]

/** A PIN key stays in its browser. The flags of a passkey say whether its owner's devices share it. */
export const signedBy = ({ authenticatorData }: KeptEvidence): readonly DeviceChange[] =>
  is('deviceBound', authenticatorData === undefined || isDeviceBound(authenticatorData))
