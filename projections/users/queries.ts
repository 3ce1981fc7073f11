import type { Knex } from 'knex'
import type { Device, User, UserRole } from '#contract/accounts.ts'

type UserRow = {
  id: string
  email: string | null
  role: UserRole
  language: 'de' | 'en'
  verified: boolean
  created_at: Date
  updated_at: Date
}

type DeviceRow = {
  id: string
  user_id: string
  kind: Device['kind']
  name: string | null
  public_key: string
  disabled: boolean
  created_at: Date
  last_used_at: Date | null
}

export type KnownUser = User & { readonly language: 'de' | 'en' }

const toUser = (row: UserRow): KnownUser => ({
  id: row.id,
  email: row.email,
  role: row.role,
  language: row.language,
  verified: row.verified,
  approver: true,
  requester: true,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const toDevice = (row: DeviceRow): Device => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  disabled: row.disabled,
})

export const userById = async (db: Knex, id: string): Promise<KnownUser | undefined> => {
  const row = await db<UserRow>('users').where({ id }).first()
  return row && toUser(row)
}

/** Whether somebody could log in with this address (its HMAC). */
export const hasVerifiedAccount = async (db: Knex, addressHash: string): Promise<boolean> => {
  const row = await db('users').where({ address_hash: addressHash, verified: true }).first('id')
  return row !== undefined
}

/** Oldest first. */
export const devicesOf = async (db: Knex, userId: string): Promise<Device[]> => {
  const rows = await db<DeviceRow>('devices').where({ user_id: userId }).orderBy(['created_at', 'id'])
  return rows.map(toDevice)
}

/** The device with its public key (JWK as canonical text), if it is this user's. */
export const deviceOf = async (
  db: Knex,
  userId: string,
  deviceId: string,
): Promise<(Device & { readonly publicKey: string }) | undefined> => {
  const row = await db<DeviceRow>('devices').where({ id: deviceId, user_id: userId }).first()
  return row && { ...toDevice(row), publicKey: row.public_key }
}
