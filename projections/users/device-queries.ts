import type { Knex } from 'knex'
import type { Device } from '#contract/accounts/devices.ts'
import type { WaitingDevice } from '#contract/accounts/waiting-devices.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { refuseDeadLetteredWhere } from '../engine/runner/dead-letters.ts'
import type { From } from '../engine/definition/projection.ts'
import { columnsOf, type Shown } from '../engine/definition/tables.ts'
import { usersProjection } from './projection.ts'
import { usersTables } from './tables.ts'

/** Named, so that a build of before, which lacks some of them, throws `read-model.building`. */
const COLUMNS = Object.keys(usersTables.devices.columns)

export type DeviceRow = Shown<(typeof usersTables)['devices']>

const timeOf = (time: Date | string | null): string | null =>
  time === null ? null : new Date(time).toISOString()

/** Shapes a row into the device as of `now`: nothing says so when a waiting time ends. */
export const toDevice = (row: DeviceRow, now: Date): Device => {
  const isWaiting = row.usable_from !== null && new Date(row.usable_from) > now
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    createdAt: timeOf(row.created_at)!,
    lastUsedAt: timeOf(row.last_used_at),
    disabled: row.disabled,
    state: row.disabled ? 'disabled' : isWaiting ? 'waiting' : 'usable',
    usableFrom: isWaiting ? timeOf(row.usable_from) : null,
    deviceBound: row.device_bound,
    enrolledBy: row.enrolled_by,
  }
}

/** How `afterCommand` makes a device from the facts of its account. */
export const devicesAfter = { projection: usersProjection, table: 'devices', shape: toDevice }

/** Reads the rows that such a reply continues. Ignores dead letters: `afterCommand` looks for them. */
export const rowsOfDevices = (userId: string) => async (from: From) => ({
  devices: await from('devices')
    .where({ user_id: userId })
    .select(...COLUMNS),
})

/** Returns the devices, oldest first. Throws when facts of the account, or facts that it caused, are blocked. */
export const devicesOf = async (db: Knex, userId: string, now: Date): Promise<Device[]> => {
  const ofAccount = { lane: userStream(userId) }
  await refuseDeadLetteredWhere(
    db,
    'users',
    (facts) => void facts.where(ofAccount).orWhere({ actor_user_id: userId }),
  )
  const rows: DeviceRow[] = await db('devices')
    .where({ user_id: userId })
    .orderBy(['created_at', 'id'])
    .select(COLUMNS)
  return rows.map((row) => toDevice(row, now))
}

/** Returns the owner of a device, also of a stopped one. Ignores dead letters: the account's stream decides about the device. */
export const ownerOfDevice = async (db: Knex, deviceId: string): Promise<string | undefined> => {
  const rows: { user_id: string }[] = await db('devices')
    .where({ id: deviceId })
    .select('user_id')
    .unionAll([db('stopped_devices').where({ id: deviceId }).select('user_id')])
  return rows[0]?.user_id
}

type WaitingRow = DeviceRow & {
  readonly email: string | null
  readonly name_there: string | null
  readonly participant_id: string
  readonly workspace_id: string
  readonly may_vouch: boolean
  readonly may_stop: boolean
}
const MAX_WAITING = 200

/**
 * Returns the waiting devices of others that this user may vouch for or stop, the oldest first. Reads the workspaces model too.
 * Ignores dead letters: the streams decide what the user may do.
 */
export const waitingFor = async (db: Knex, userId: string, now: Date): Promise<WaitingDevice[]> => {
  const { rows } = await db.raw<{ rows: WaitingRow[] }>(
    `WITH caller AS (SELECT EXISTS (
       SELECT FROM devices WHERE user_id = :userId AND NOT disabled AND (usable_from IS NULL OR usable_from <= :now)
     ) AS has_device)
     SELECT ${columnsOf('d', usersTables.devices)}, u.email, shared.name AS name_there, shared.participant_id, shared.workspace_id, shared.may_stop,
       shared.may_decide AND caller.has_device AS may_vouch
     FROM caller, devices AS d JOIN users AS u ON u.id = d.user_id CROSS JOIN LATERAL (
       SELECT mine.active AND mine.role = 'admin' AS may_stop, theirs.id AS participant_id, theirs.name, theirs.workspace_id,
         mine.active AND theirs.active AND (mine.approver OR mine.role = 'admin') AS may_decide
       FROM participants AS mine JOIN participants AS theirs ON theirs.workspace_id = mine.workspace_id
         JOIN workspaces AS w ON w.id = mine.workspace_id AND w.closed_at IS NULL
       WHERE mine.user_id = :userId AND theirs.user_id = d.user_id
       ORDER BY may_stop DESC, may_decide DESC, workspace_id LIMIT 1
     ) AS shared
     WHERE d.usable_from > :now AND d.user_id <> :userId
       AND (shared.may_stop OR (shared.may_decide AND caller.has_device))
     ORDER BY d.created_at, d.id LIMIT ${MAX_WAITING}`,
    { userId, now },
  )
  return rows.map((row) => ({
    device: toDevice(row, now),
    person: {
      userId: row.user_id,
      participantId: row.participant_id,
      email: row.email,
      name: row.name_there,
    },
    workspaceId: row.workspace_id,
    mayVouch: row.may_vouch,
    mayStop: row.may_stop,
  }))
}
