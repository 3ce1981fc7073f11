import type { Client } from '#contract/accounts/sessions.ts'
import type { CommandContext } from '#platform/commands/execute-command.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { isSealed, seal, unseal } from '#platform/facts/sealing.ts'
import type { MacTable } from '#platform/secrets/row-macs.ts'

/** A call without a session whose work starts after the HTTP answer. */
export type DeferredCall = {
  readonly kind: 'sign-up' | 'resend' | 'reset-password'
  readonly email: string
  readonly addressHash: string
  readonly language: 'de' | 'en'
  /** Only for sign-ups. */
  readonly passwordHash: string | null
  /** Only for sign-ups that give one. */
  readonly name?: string | null
  /** The page that a reset link opens. Only for resets. */
  readonly client?: Client
  readonly isBrowser: boolean
  readonly context: Omit<CommandContext, 'actor' | 'isGuarded'>
  readonly traceparent: string | null
}

/**
 * A queue in PostgreSQL. Storing a call takes the same work for every address, so response times do not reveal which
 * addresses have an account. Calls survive a crash. Calls for one address run in the order in which they arrived.
 */
export type DeferredCalls = {
  /** Idempotent for each command id and address. */
  add(call: DeferredCall): Promise<void>
  /** Leases the next call for 30 seconds. Undefined when every call is leased or done. */
  claim(): Promise<ClaimedCall | undefined>
  remove(id: string): Promise<void>
  /** Makes a failed call available again after a second. */
  release(id: string): Promise<void>
}

export type ClaimedCall = {
  readonly id: string
  /** null when its key was erased, or when it was not stored by this product. */
  readonly call: DeferredCall | null
}

/** The lifetime of the link that the call would send. */
const EXPIRES_AFTER = '24 hours'
/** The table and the key subject keep the names that they were created with. */
const TABLE = 'newcomer_wishes'
const KEY = { subject: 'newcomers', workspaceId: null } as const

export const DEFERRED_CALL_ROWS: MacTable = {
  table: TABLE,
  key: ['id'],
  claims: ['id', 'address_hash', 'sealed', 'password_hash'],
  excused: {
    number: 'an order only',
    created_at: 'says only when it is too late; the link has an end of its own',
    claimed_until: 'a lease only',
  },
}

type Row = {
  readonly id: string
  readonly address_hash: string
  readonly sealed: unknown
  readonly password_hash: string | null
}
type Sealed = Omit<DeferredCall, 'addressHash' | 'passwordHash' | 'context'> & {
  readonly context: Omit<DeferredCall['context'], 'at'> & { readonly at: string }
}

export const createDeferredCalls = ({
  db,
  keys,
  rowMacs,
}: Pick<Platform, 'db' | 'keys' | 'rowMacs'>): DeferredCalls => {
  const read = async ({ id, address_hash, password_hash, sealed }: Row): Promise<DeferredCall | null> => {
    if (!isSealed(sealed)) return null
    const key = (await keys.toRead([sealed.key])).get(sealed.key)
    if (!key) return null
    const call = unseal(key, id, sealed).value as unknown as Sealed
    return {
      ...call,
      context: { ...call.context, at: new Date(call.context.at) },
      addressHash: address_hash,
      passwordHash: password_hash,
    }
  }
  return {
    async add({ addressHash, passwordHash, ...call }) {
      // With another address, the same Idempotency-Key is another call.
      const id = derivedId(call.context.commandId, addressHash)
      // One key for all addresses: creating a key per address would show in the response time.
      const [key] = await keys.toSeal([KEY])
      const sealed = seal(key!, id, JSON.parse(JSON.stringify(call)))
      await db(TABLE)
        .insert(
          rowMacs.sealed(DEFERRED_CALL_ROWS, {
            id,
            address_hash: addressHash,
            password_hash: passwordHash,
            sealed,
          }),
        )
        .onConflict('id')
        .ignore()
    },
    async claim() {
      await db(TABLE).whereRaw(`created_at < now() - interval '${EXPIRES_AFTER}'`).delete()
      const { rows } = await db.raw<{ rows: Row[] }>(
        `UPDATE ${TABLE} SET claimed_until = now() + interval '30 seconds' WHERE id = (
           SELECT id FROM ${TABLE} AS c WHERE claimed_until <= now() AND NOT EXISTS (
             SELECT FROM ${TABLE} AS older WHERE older.address_hash = c.address_hash AND older.number < c.number)
           ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, address_hash, sealed, password_hash, mac`,
      )
      const [row] = rows
      if (!row) return undefined
      const genuine = rowMacs.genuine(DEFERRED_CALL_ROWS, row)
      return { id: row.id, call: genuine ? await read(genuine) : null }
    },
    async release(id) {
      await db(TABLE)
        .where({ id })
        .update({ claimed_until: db.raw(`now() + interval '1 second'`) })
    },
    async remove(id) {
      await db(TABLE).where({ id }).delete()
    },
  }
}
