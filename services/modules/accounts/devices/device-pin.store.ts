import type { Knex } from 'knex'
import { sha256 } from '#platform/primitives/ids.ts'
import type { Passwords } from '#platform/secrets/passwords.ts'
import type { MacTable, SealedRows } from '#platform/secrets/row-macs.ts'

export type PinCheck =
  /** `reset` takes back the try: run it, in the statement that spends the challenge. */
  | { readonly outcome: 'right'; readonly reset: Knex.QueryBuilder }
  | { readonly outcome: 'wrong'; readonly triesLeft: number }
  | { readonly outcome: 'disabled' }

/** The app PINs of devices. Check the signature of the device key first. Five wrong PINs disable the device. */
export type DevicePins = {
  /** Idempotent for each device. If another device has the key, returns that device and sets nothing. */
  set(device: NewPin): Promise<Pick<NewPin, 'deviceId' | 'userId'> | undefined>
  remove(deviceId: string): Promise<void>
  check(deviceId: string, pin: string, now: Date): Promise<PinCheck>
  /** Does not count as a try. 0 for a disabled or unknown device. */
  triesLeft(deviceId: string): Promise<number>
}

export type NewPin = {
  readonly deviceId: string
  readonly userId: string
  readonly publicKey: string
  readonly pin: string
}

type Row = { readonly pin_hash: string; readonly failures: number }

const TRIES = 5

export const DEVICE_PIN_ROWS: MacTable = {
  table: 'device_pins',
  key: ['device_id'],
  claims: ['device_id', 'user_id', 'key_hash', 'pin_hash'],
  excused: {
    failures: 'a count; the last one removes the MAC, and an event disables the device',
    disabled_at: 'removes the MAC',
  },
  endedBy: 'disabled_at',
}

export const createDevicePins = ({ db, rowMacs }: SealedRows, passwords: Passwords): DevicePins => ({
  async set({ deviceId, userId, publicKey, pin }) {
    const keyHash = sha256(publicKey).toString('hex')
    const holder = async () => {
      const row = await db('device_pins').where({ key_hash: keyHash }).first('device_id', 'user_id')
      return row && row.device_id !== deviceId ? { deviceId: row.device_id, userId: row.user_id } : undefined
    }
    const known = await holder()
    if (known) return known
    await db('device_pins')
      .insert(
        rowMacs.sealed(DEVICE_PIN_ROWS, {
          device_id: deviceId,
          user_id: userId,
          key_hash: keyHash,
          pin_hash: await passwords.hash(pin),
        }),
      )
      .onConflict()
      .ignore()
    return holder()
  },
  async remove(deviceId) {
    await db('device_pins').where({ device_id: deviceId }).delete()
  },
  async check(deviceId, pin, now) {
    // Counted before it is checked, so that parallel guesses cannot share one try.
    const [tried] = await db('device_pins')
      .where({ device_id: deviceId, disabled_at: null })
      .where('failures', '<', TRIES)
      .increment('failures', 1)
      .returning('*')
    const row = rowMacs.genuine<Row>(DEVICE_PIN_ROWS, tried)
    if (!row) return { outcome: 'disabled' }
    if (await passwords.verify(row.pin_hash, pin)) {
      const own = db('device_pins').where({ device_id: deviceId, disabled_at: null })
      return { outcome: 'right', reset: own.update({ failures: 0 }) }
    }
    if (row.failures >= TRIES)
      await db('device_pins').where({ device_id: deviceId }).update({ disabled_at: now, mac: null })
    return { outcome: 'wrong', triesLeft: Math.max(0, TRIES - row.failures) }
  },
  async triesLeft(deviceId) {
    const stored = await db('device_pins').where({ device_id: deviceId, disabled_at: null }).first()
    const row = rowMacs.genuine<Row>(DEVICE_PIN_ROWS, stored)
    return row ? Math.max(0, TRIES - row.failures) : 0
  },
})
