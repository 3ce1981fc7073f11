import type { Knex } from 'knex'
import type { ProviderIdentity } from '#platform/oidc/provider-identity.ts'
import { hmac, sha256 } from '#platform/primitives/ids.ts'

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

export const createIdentities = (db: Knex): Identities => ({
  async find(hash) {
    const row = await db('identities').where({ identity_hash: hash }).first('user_id')
    return row?.user_id
  },
  async link(hash, userId) {
    await db('identities')
      .insert({ identity_hash: hash, user_id: userId })
      .onConflict('identity_hash')
      .merge(['user_id'])
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
