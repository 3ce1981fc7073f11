import type { Client } from '#contract/accounts/sessions.ts'
import type { CommandContext } from '#platform/commands/execute-command.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { isSealed, seal, unseal } from '#platform/facts/sealing.ts'

/** What somebody who is not logged in wants of an address. */
export type Wish = {
  readonly kind: 'sign-up' | 'resend' | 'reset-password'
  readonly email: string
  readonly addressHash: string
  readonly language: 'de' | 'en'
  /** Of a sign-up. */
  readonly passwordHash: string | null
  /** Of a reset: which page its link leads to. */
  readonly client?: Client
  readonly isBrowser: boolean
  readonly context: Omit<CommandContext, 'actor' | 'isGuarded'>
  readonly traceparent: string | null
}

/**
 * Wishes that are answered and not done yet. Whatever they lead to, writing one down is the same work, so that no
 * answer's time tells what there is. A wish outlives a crash; of several for one address the older is done first.
 */
export type Wishes = {
  /** Once for each command and address. */
  add(wish: Wish): Promise<void>
  /** The next that nobody else is at; it is ours for half a minute. Undefined when there is none. */
  claim(): Promise<ClaimedWish | undefined>
  remove(id: string): Promise<void>
  /** Could not be done; it is anybody's again in a second. */
  release(id: string): Promise<void>
}

export type ClaimedWish = {
  readonly id: string
  /** null: nobody can read it any more */
  readonly wish: Wish | null
}

/** As long as its link would be good for. */
const GIVEN_UP_AFTER = '24 hours'
const KEY = { subject: 'newcomers', workspaceId: null } as const

type Row = {
  readonly id: string
  readonly address_hash: string
  readonly sealed: unknown
  readonly password_hash: string | null
}
type Told = Omit<Wish, 'addressHash' | 'passwordHash' | 'context'> & {
  readonly context: Omit<Wish['context'], 'at'> & { readonly at: string }
}

export const createWishes = ({ db, keys }: Pick<Platform, 'db' | 'keys'>): Wishes => {
  const read = async ({ id, address_hash, password_hash, sealed }: Row): Promise<Wish | null> => {
    if (!isSealed(sealed)) return null
    const key = (await keys.toRead([sealed.key])).get(sealed.key)
    if (!key) return null
    const told = unseal(key, id, sealed).value as unknown as Told
    return {
      ...told,
      context: { ...told.context, at: new Date(told.context.at) },
      addressHash: address_hash,
      passwordHash: password_hash,
    }
  }
  return {
    async add({ addressHash, passwordHash, ...told }) {
      // One Idempotency-Key that comes with two addresses means two things.
      const id = derivedId(told.context.commandId, addressHash)
      // One key for everybody: that there is one for an address already would show in the time.
      const [key] = await keys.toSeal([KEY])
      const sealed = seal(key!, id, JSON.parse(JSON.stringify(told)))
      await db('newcomer_wishes')
        .insert({
          id,
          address_hash: addressHash,
          password_hash: passwordHash,
          sealed: JSON.stringify(sealed),
        })
        .onConflict('id')
        .ignore()
    },
    async claim() {
      await db('newcomer_wishes').whereRaw(`created_at < now() - interval '${GIVEN_UP_AFTER}'`).delete()
      const { rows } = await db.raw<{ rows: Row[] }>(
        `UPDATE newcomer_wishes SET claimed_until = now() + interval '30 seconds' WHERE id = (
           SELECT id FROM newcomer_wishes AS w WHERE claimed_until <= now() AND NOT EXISTS (
             SELECT FROM newcomer_wishes AS older WHERE older.address_hash = w.address_hash AND older.number < w.number)
           ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, address_hash, sealed, password_hash`,
      )
      const [row] = rows
      return row && { id: row.id, wish: await read(row) }
    },
    async release(id) {
      await db('newcomer_wishes')
        .where({ id })
        .update({ claimed_until: db.raw(`now() + interval '1 second'`) })
    },
    async remove(id) {
      await db('newcomer_wishes').where({ id }).delete()
    },
  }
}
