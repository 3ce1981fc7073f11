import type { Knex } from 'knex'
import type { Assertion, RequestOptions } from '#contract/accounts/passkeys.ts'
import type { Credential, WebAuthn } from '#platform/secrets/webauthn.ts'

/** Whose device a credential is. */
export type Holder = { readonly deviceId: string; readonly userId: string }

/** By which credentials passkeys are known; their keys stand in facts. */
export type Passkeys = {
  /** Once for each device. The device that has the credential already, and then nothing is kept. */
  keep(holder: Holder, credential: Credential): Promise<Holder | undefined>
  remove(deviceId: string): Promise<void>
  known(userId: string): Promise<readonly Pick<Credential, 'id' | 'transports'>[]>
  /** The device of this user that a credential is of. */
  deviceOf(userId: string, credentialId: string): Promise<string | undefined>
  /** Whose it is, whoever that may be. */
  holderOf(credentialId: string): Promise<Holder | undefined>
  /** What the caller's passkeys are asked to sign; null without one. */
  requestOptions(userId: string, challenge: string): Promise<RequestOptions | null>
  /** Whether this device signed the challenge, with its owner verified, later than whatever it signed before; `isRepeated`: then as before. */
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
      // Authenticators that do not count say 0. Of two that say the same, one is a copy.
      if (counter === 0 || isRepeated) return true
      const counted = await db('passkeys')
        .where({ device_id: deviceId })
        .where('counter', '<', counter)
        .update({ counter })
      return counted === 1
    },
  }
}
