import { allEvents } from '#modules/all.events.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import { forgetting } from '../engine/definition/erasure.ts'
import { handlers, type Projection } from '../engine/definition/projection.ts'
import { usersTables } from './tables.ts'

/** Facts of requests that say when a device was used, with the field that names its owner. */
const USES: Readonly<Record<string, string>> = {
  RequestCreated: 'requesterUserId',
  GlassBroken: 'userId',
  GlassConfirmed: 'userId',
  RequestApproved: 'userId',
}

/** The stream of the person whose rows a fact touches, as `userStream` names it. */
const partOf = ({ type, data, stream }: StoredEvent): string | null => {
  const owner = USES[type]
  if (owner === undefined) return stream
  return data['evidence'] ? `user-${data[owner] as string}` : null
}

/** Accounts and their devices. */
export const usersProjection: Projection = {
  name: 'users',
  version: 12,
  tables: usersTables,
  partOf,
  unseals: {
    UserSignedUp: ['email'],
    UserNamed: ['name'],
    DeviceEnrolled: ['name'],
    DeviceRenamed: ['name'],
  },
  handlers: {
    ...forgetting({
      users: { columns: { email: { person: 'id' }, name: { person: 'id' } } },
      devices: { columns: { name: { person: 'user_id' } } },
    }),
    ...handlers(allEvents, usersTables, {
      UserSignedUp({ data, metadata }, changes) {
        changes.put('users', {
          id: data.userId,
          email: data.email,
          name: null,
          address_hash: data.addressHash,
          role: data.role,
          language: data.language,
          request_mails: 'at-once',
          time_zone: null,
          verified: false,
          google: false,
          microsoft: false,
          created_at: metadata.at,
          updated_at: metadata.at,
        })
      },
      EmailVerified({ data, metadata }, changes) {
        changes.patch('users', { id: data.userId, verified: true, role: data.role, updated_at: metadata.at })
      },
      IdentityLinked({ data }, changes) {
        changes.patch('users', { id: data.userId, [data.provider]: true })
      },
      UserLanguageChanged({ data, metadata }, changes) {
        changes.patch('users', { id: data.userId, language: data.language, updated_at: metadata.at })
      },
      RequestMailsChanged({ data, metadata }, changes) {
        changes.patch('users', {
          id: data.userId,
          request_mails: data.requestMails,
          updated_at: metadata.at,
        })
      },
      UserTimeZoneChanged({ data, metadata }, changes) {
        changes.patch('users', { id: data.userId, time_zone: data.timeZone ?? null, updated_at: metadata.at })
      },
      MailDeferred({ data, stream }, changes) {
        changes.put('waiting_digests', { stream, user_id: data.userId, due_at: data.dueAt })
      },
      DigestReleased({ stream }, changes) {
        changes.remove('waiting_digests', { stream })
      },
      UserNamed({ data, metadata }, changes) {
        changes.patch('users', { id: data.userId, name: data.name ?? null, updated_at: metadata.at })
      },
      AccountDeleted({ data, metadata }, changes) {
        changes.patch('users', { id: data.userId, verified: false, updated_at: metadata.at })
      },
      UserRoleRaised({ data, metadata }, changes) {
        changes.patch('users', { id: data.userId, role: data.role, updated_at: metadata.at })
      },
      DeviceEnrolled({ data, metadata }, changes) {
        changes.put('devices', {
          id: data.deviceId,
          user_id: data.userId,
          kind: data.kind,
          name: data.name ?? null,
          public_key: data.publicKey,
          disabled: false,
          created_at: metadata.at,
          last_used_at: null,
          usable_from: data.usableFrom ?? null,
          device_bound: data.deviceBound ?? null,
          enrolled_by: data.usableFrom ? 'waited' : data.vouch ? 'own-device' : 'first',
        })
      },
      DeviceVouched({ data }, changes) {
        changes.patch('devices', { id: data.deviceId, usable_from: null, enrolled_by: 'colleague' })
      },
      DeviceStopped({ data }, changes) {
        changes.remove('devices', { id: data.deviceId })
        changes.put('stopped_devices', { id: data.deviceId, user_id: data.userId })
      },
      DeviceRenamed({ data }, changes) {
        changes.patch('devices', { id: data.deviceId, name: data.name })
      },
      DeviceDisabled({ data }, changes) {
        changes.patch('devices', { id: data.deviceId, disabled: true })
      },
      DeviceRemoved({ data }, changes) {
        changes.remove('devices', { id: data.deviceId })
      },
      RequestCreated({ data, metadata }, changes) {
        if (!data.evidence) return
        changes.patch('devices', { id: data.evidence.deviceId, last_used_at: metadata.at })
      },
      GlassBroken({ data, metadata }, changes) {
        changes.patch('devices', { id: data.evidence.deviceId, last_used_at: metadata.at })
      },
      GlassConfirmed({ data, metadata }, changes) {
        changes.patch('devices', { id: data.evidence.deviceId, last_used_at: metadata.at })
      },
      RequestApproved({ data, metadata }, changes) {
        changes.patch('devices', { id: data.evidence.deviceId, last_used_at: metadata.at })
      },
    }),
  },
}
