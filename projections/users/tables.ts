import { DEVICE_KINDS, ENROLLED_BY } from '#contract/accounts/devices.ts'
import { MAIL_LANGUAGES, REQUEST_MAILS, USER_ROLES } from '#contract/accounts/users.ts'
import { defineTables } from '../engine/definition/tables.ts'

export const usersTables = defineTables({
  users: {
    columns: {
      id: 'uuid',
      email: 'text?',
      name: 'text?',
      address_hash: 'text',
      role: { words: USER_ROLES },
      language: { words: MAIL_LANGUAGES },
      request_mails: { words: REQUEST_MAILS },
      time_zone: 'text?',
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
      kind: { words: DEVICE_KINDS },
      name: 'text?',
      /** JWK as canonical JSON */
      public_key: 'text',
      disabled: 'boolean',
      created_at: 'timestamptz',
      last_used_at: 'timestamptz?',
      /** When it stops waiting; null if it never waited, or no longer does. */
      usable_from: 'timestamptz?',
      device_bound: 'boolean?',
      enrolled_by: { words: ENROLLED_BY },
    },
    once: true,
    key: ['id'],
    indexes: ['(user_id)', '(usable_from) WHERE usable_from IS NOT NULL'],
  },
  /** Digests that wait, by stream, until something of them is sent. */
  waiting_digests: {
    columns: { stream: 'text', user_id: 'uuid', due_at: 'timestamptz' },
    key: ['stream'],
    indexes: ['(due_at)', '(user_id)'],
  },
  /** So that a repeated stop finds its account. */
  stopped_devices: { columns: { id: 'uuid', user_id: 'uuid' }, once: true, key: ['id'] },
})
