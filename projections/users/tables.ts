import { defineTables } from '../engine/definition/tables.ts'

export const usersTables = defineTables({
  users: {
    columns: {
      id: 'uuid',
      email: 'text?',
      address_hash: 'text',
      role: 'text',
      language: 'text',
      verified: 'boolean',
      /** Whether a Google or Microsoft account is linked. */
      google: 'boolean',
      microsoft: 'boolean',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    once: true,
    key: ['id'],
    indexes: ['(address_hash)'],
  },
  devices: {
    columns: {
      id: 'uuid',
      user_id: 'uuid',
      kind: 'text',
      name: 'text?',
      /** JWK as canonical JSON */
      public_key: 'text',
      disabled: 'boolean',
      created_at: 'timestamptz',
      last_used_at: 'timestamptz?',
    },
    once: true,
    key: ['id'],
    indexes: ['(user_id)'],
  },
})
