import type { Assertion } from '#contract/accounts/passkeys.ts'
import { changeRow, type MacTable, type SealedRows } from '#platform/secrets/row-macs.ts'
import type { Credential, WebAuthn } from '#platform/secrets/webauthn.ts'

/** The device that has a credential. */
export type Holder = { readonly deviceId: string; readonly userId: string }

/** Credential ids and counters of passkeys. Their public keys are in events. */
export type Passkeys = {
  /** Idempotent for each device. If another device has the credential, returns that device and stores nothing. */
  keep(holder: Holder, credential: Credential): Promise<Holder | undefined>
  remove(deviceId: string): Promise<void>
  known(userId: string): Promise<readonly KnownPasskey[]>
  /** The device of this user that has the credential. */
  deviceOf(userId: string, credentialId: string): Promise<string | undefined>
  /** The device of any user that has the credential. */
  holderOf(credentialId: string): Promise<Holder | undefined>
  /**
   * Whether this device signed the challenge with user verification and a higher counter than before. `isRepeated` skips
   * the counter, for a retry of the same command.
   */
  check(device: Signing, challenge: string, assertion: Assertion, isRepeated?: boolean): Promise<boolean>
}

export const PASSKEY_ROWS: MacTable = {
  table: 'passkeys',
  key: ['device_id'],
  claims: ['device_id', 'user_id', 'credential_id', 'transports', 'counter'],
  excused: {},
}

type Row = {
  readonly device_id: string
  readonly user_id: string
  readonly credential_id: string
  readonly transports: Credential['transports']
  readonly counter: string
}
type KnownPasskey = Pick<Credential, 'id' | 'transports'> & { readonly deviceId: string }
type Signing = { readonly id: string; readonly publicKey: string }

export const createPasskeys = ({ db, rowMacs }: SealedRows, webAuthn: WebAuthn): Passkeys => {
  const rowsOf = async (of: Partial<Row>): Promise<readonly Row[]> => {
    const rows: Row[] = await db('passkeys').where(of).orderBy('device_id')
    return rows.filter((row) => rowMacs.genuine(PASSKEY_ROWS, row))
  }
  return {
    async keep({ deviceId, userId }, { id, transports, counter }) {
      await db('passkeys')
        .insert(
          rowMacs.sealed(PASSKEY_ROWS, {
            device_id: deviceId,
            user_id: userId,
            credential_id: id,
            transports,
            counter,
          }),
        )
        .onConflict()
        .ignore()
      const row = await db('passkeys').where({ credential_id: id }).first('device_id', 'user_id')
      return row && row.device_id !== deviceId ? { deviceId: row.device_id, userId: row.user_id } : undefined
    },
    async remove(deviceId) {
      await db('passkeys').where({ device_id: deviceId }).delete()
    },
    async known(userId) {
      const rows = await rowsOf({ user_id: userId })
      return rows.map(({ device_id: deviceId, credential_id: id, transports }) => ({
        deviceId,
        id,
        transports,
      }))
    },
    async deviceOf(userId, credentialId) {
      const [row] = await rowsOf({ user_id: userId, credential_id: credentialId })
      return row?.device_id
    },
    async holderOf(credentialId) {
      const [row] = await rowsOf({ credential_id: credentialId })
      return row && { deviceId: row.device_id, userId: row.user_id }
    },
    async check({ id: deviceId, publicKey }, challenge, assertion, isRepeated = false) {
      const [row] = await rowsOf({ device_id: deviceId })
      if (!row) return false
      const { credential_id: id, transports } = row
      const counter = await webAuthn.signed(assertion, challenge, {
        id,
        transports,
        publicKey,
        counter: isRepeated ? 0 : Number(row.counter),
      })
      if (counter === null) return false
      // Authenticators without a counter send 0. A counter that does not grow means a cloned key.
      if (counter === 0 || isRepeated) return true
      const lower = db('passkeys').where({ device_id: deviceId }).where('counter', '<', counter)
      return (await changeRow({ db, rowMacs }, PASSKEY_ROWS, lower, { counter })) !== undefined
    },
  }
}
