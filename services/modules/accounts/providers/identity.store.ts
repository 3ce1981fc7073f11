import type { Knex } from 'knex'
import type { ProviderIdentity } from '#platform/oidc/provider-identity.ts'
import { hmac, sha256 } from '#platform/primitives/ids.ts'

/**
 * Which account of a provider opens which account of ours. The facts of the user say the same; this finds the user
 * by the provider's word, and a unique key sees to it that there is one.
 */
export type Identities = {
  find(identityHash: string): Promise<string | undefined>
  /** To be called when the fact stands. */
  link(identityHash: string, userId: string): Promise<void>
  /** True once for each token until it expires, for whoever comes first. */
  spend(said: Pick<ProviderIdentity, 'token' | 'expiresAt'>, now: Date): Promise<boolean>
}

/** What stands for an identity in facts and rows: `i1:` and an HMAC that only this installation can compute. */
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
