import type { ProviderIdentity } from '#platform/oidc/provider-identity.ts'
import { hmac, sha256 } from '#platform/primitives/ids.ts'
import type { MacTable, SealedRows } from '#platform/secrets/row-macs.ts'

/** An index from identity hash to user id. The user's events are authoritative; the unique key allows one user each. */
export type Identities = {
  find(identityHash: string): Promise<string | undefined>
  /** Call this after the event is appended. */
  link(identityHash: string, userId: string): Promise<void>
  /** True for the first use of a token. */
  spend(identity: Pick<ProviderIdentity, 'token' | 'expiresAt'>, now: Date): Promise<boolean>
}

/** Stands for an identity in events and rows: `i1:` and an HMAC with a key of this installation. */
export const identityHash = (addressKey: string, { provider, subject }: ProviderIdentity): string =>
  `i1:${hmac(addressKey, 'identity', provider, ...subject)}`

export const IDENTITY_ROWS: MacTable = {
  table: 'identities',
  key: ['identity_hash'],
  claims: ['identity_hash', 'user_id'],
  excused: { linked_at: 'decides nothing' },
}

export const createIdentities = ({ db, rowMacs }: SealedRows): Identities => ({
  async find(hash) {
    const row = await db('identities').where({ identity_hash: hash }).first()
    return rowMacs.genuine<{ user_id: string }>(IDENTITY_ROWS, row)?.user_id
  },
  async link(hash, userId) {
    await db('identities')
      .insert(rowMacs.sealed(IDENTITY_ROWS, { identity_hash: hash, user_id: userId }))
      .onConflict('identity_hash')
      .merge(['user_id', 'mac'])
  },
  async spend({ token, expiresAt }, now) {
    await db('provider_tokens').where('expires_at', '<', now).delete()
    const spent = await db('provider_tokens')
      .insert({ token_hash: sha256(token).toString('hex'), expires_at: expiresAt })
      .onConflict('token_hash')
      .ignore()
      .returning('token_hash')
    return spent.length > 0
  },
})
