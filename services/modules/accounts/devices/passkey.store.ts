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
  /** What is kept about the credential, of any user. */
  find(credentialId: string): Promise<Kept | undefined>
  /**
   * Whether this device signed the challenge with user verification and a higher counter than before. `isRepeated` skips
   * the counter, for a retry of the same command. `kept` saves reading it again.
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
export type Kept = Holder & Pick<Credential, 'id' | 'transports' | 'counter'>
type Signing = { readonly id: string; readonly publicKey: string; readonly kept?: Kept | undefined }

const toKept = (row: Row): Kept => ({
  deviceId: row.device_id,
  userId: row.user_id,
  id: row.credential_id,
  transports: row.transports,
  counter: Number(row.counter),
})

export const createPasskeys = ({ db, rowMacs }: SealedRows, webAuthn: WebAuthn): Passkeys => {
  const keptOf = async (of: Partial<Row>): Promise<readonly Kept[]> => {
    const rows: Row[] = await db('passkeys').where(of).orderBy('device_id')
    return rows.filter((row) => rowMacs.genuine(PASSKEY_ROWS, row)).map(toKept)
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
      const kept = await keptOf({ user_id: userId })
      return kept.map(({ deviceId, id, transports }) => ({ deviceId, id, transports }))
    },
    find: async (credentialId) => (await keptOf({ credential_id: credentialId }))[0],
    async check({ id: deviceId, publicKey, kept }, challenge, assertion, isRepeated = false) {
      const [known] = kept ? [kept] : await keptOf({ device_id: deviceId })
      if (!known) return false
      const { id, transports } = known
      const counter = await webAuthn.signed(assertion, challenge, {
        id,
        transports,
        publicKey,
        counter: isRepeated ? 0 : known.counter,
      })
      if (counter === null) return false
      // Authenticators without a counter send 0. A counter that does not grow means a cloned key.
      if (counter === 0 || isRepeated) return true
      const lower = db('passkeys').where({ device_id: deviceId }).where('counter', '<', counter)
      return (await changeRow({ db, rowMacs }, PASSKEY_ROWS, lower, { counter })) !== undefined
    },
  }
}
