import type { Knex } from 'knex'
import type { Assertion, RequestOptions } from '#contract/accounts/passkeys.ts'
import type { Credential, WebAuthn } from '#platform/secrets/webauthn.ts'

/** The device that has a credential. */
export type Holder = { readonly deviceId: string; readonly userId: string }

/** Credential ids and counters of passkeys. Their public keys are in events. */
export type Passkeys = {
  /** Idempotent for each device. If another device has the credential, returns that device and stores nothing. */
  keep(holder: Holder, credential: Credential): Promise<Holder | undefined>
  remove(deviceId: string): Promise<void>
  known(userId: string): Promise<readonly Pick<Credential, 'id' | 'transports'>[]>
  /** The device of this user that has the credential. */
  deviceOf(userId: string, credentialId: string): Promise<string | undefined>
  /** The device of any user that has the credential. */
  holderOf(credentialId: string): Promise<Holder | undefined>
  /** Options for the passkeys of this user, null without one. */
  requestOptions(userId: string, challenge: string): Promise<RequestOptions | null>
  /**
   * Whether this device signed the challenge with user verification and a higher counter than before. `isRepeated` skips
   * the counter, for a retry of the same command.
   */
  check(device: Signing, challenge: string, assertion: Assertion, isRepeated?: boolean): Promise<boolean>
}

type Signing = { readonly id: string; readonly publicKey: string }

export const createPasskeys = (db: Knex, webAuthn: WebAuthn): Passkeys => {
  const known: Passkeys['known'] = (userId) =>
    db('passkeys').where({ user_id: userId }).orderBy('device_id').select('credential_id AS id', 'transports')
  return {
    async keep({ deviceId, userId }, { id, transports, counter }) {
      await db('passkeys')
        .insert({ device_id: deviceId, user_id: userId, credential_id: id, transports, counter })
        .onConflict()
        .ignore()
      const row = await db('passkeys').where({ credential_id: id }).first('device_id', 'user_id')
      return row && row.device_id !== deviceId ? { deviceId: row.device_id, userId: row.user_id } : undefined
    },
    async remove(deviceId) {
      await db('passkeys').where({ device_id: deviceId }).delete()
    },
    known,
    async deviceOf(userId, credentialId) {
      const row = await db('passkeys')
        .where({ user_id: userId, credential_id: credentialId })
        .first('device_id')
      return row?.device_id
    },
    async holderOf(credentialId) {
      const row = await db('passkeys').where({ credential_id: credentialId }).first('device_id', 'user_id')
      return row && { deviceId: row.device_id, userId: row.user_id }
    },
    async requestOptions(userId, challenge) {
      const credentials = await known(userId)
      return credentials.length === 0 ? null : webAuthn.requestOptions(challenge, credentials)
    },
    async check({ id: deviceId, publicKey }, challenge, assertion, isRepeated = false) {
      const row = await db('passkeys').where({ device_id: deviceId }).first()
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
      const counted = await db('passkeys')
        .where({ device_id: deviceId })
        .where('counter', '<', counter)
        .update({ counter })
      return counted === 1
    },
  }
}
