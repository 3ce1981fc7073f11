import type { Knex } from 'knex'
import { lookupIn } from '#platform/postgres/lookups.ts'
import type { SignInMethod, User } from '#contract/accounts/users.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import {
  deadLetteredSql,
  deadLetteredColumn,
  refuseDeadLetteredWhere,
  unlessDeadLettered,
  type MaybeDeadLettered,
} from '../engine/runner/dead-letters.ts'
import { columnsOf, type Stored } from '../engine/definition/tables.ts'
import { usersTables } from './tables.ts'

type UserRow = Stored<(typeof usersTables)['users']>

/** The columns that every request reads. */
const SHOWN = 'id, email, name, role, language, request_mails, time_zone, verified, created_at, updated_at'

const toUser = (row: Omit<UserRow, SignInMethod>): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  language: row.language,
  requestMails: row.request_mails,
  timeZone: row.time_zone,
  verified: row.verified,
  approver: true,
  requester: true,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** Throws `read-model.parked` or `read-model.behind` when facts of these accounts are blocked. */
const refuseBlockedAccounts = (db: Knex, ids: readonly string[]): Promise<void> =>
  refuseDeadLetteredWhere(db, 'users', (facts) => void facts.whereIn('lane', ids.map(userStream)))

/** Mails that are written at the same time ask for their readers at the same time. */
const userRow = lookupIn({
  asked: { id: 'uuid' },
  columns: `${columnsOf('u', usersTables.users)}, ${deadLetteredSql('users', 'lane', `'${userStream('')}' || asked.id`)}`,
  joins: 'JOIN users AS u ON u.id = asked.id',
})

/** Throws like `refuseBlockedAccounts`: a blocked fact may have changed role or address. */
export const userById = async (db: Knex, id: string): Promise<User | undefined> => {
  const row = unlessDeadLettered(await userRow<UserRow & MaybeDeadLettered>(db, { id }))
  if (!row) await refuseBlockedAccounts(db, [id])
  return row && toUser(row)
}

type UserBeside = MaybeDeadLettered & {
  readonly user:
    | (Omit<UserRow, SignInMethod | 'created_at' | 'updated_at'> &
        Record<'created_at' | 'updated_at', string>)
    | null
}

/**
 * Columns that add the account to a row that is read anyway; `id` is an SQL expression. Pass the row to
 * `userBeside`.
 */
export const userColumns = (id: string): readonly string[] => [
  `(SELECT to_json(u) FROM (SELECT ${SHOWN} FROM users WHERE id = ${id}) AS u) AS "user"`,
  deadLetteredSql('users', 'lane', `'${userStream('')}' || ${id}`),
]

/** Throws like `userById`. */
export const userBeside = (row: object): User | undefined => {
  const { user } = unlessDeadLettered(row as UserBeside)!
  if (user === null) return undefined
  return toUser({ ...user, created_at: new Date(user.created_at), updated_at: new Date(user.updated_at) })
}

/**
 * Returns an account as its owner sees it, with the linked providers for display, and whether the query `credential` finds a row. Never
 * decide a login by it. Throws like `userById`.
 */
export const ownAccount = async (db: Knex, id: string, credential: Knex.QueryBuilder) => {
  const isDeadLettered = deadLetteredColumn(db, 'users', 'lane', userStream(id))
  const row: (UserRow & { readonly has_password: boolean }) | undefined = unlessDeadLettered(
    await db('users')
      .where({ id })
      .first(
        db.raw(columnsOf('users', usersTables.users)),
        db.raw('EXISTS (?) AS has_password', [credential as never]),
        isDeadLettered,
      ),
  )
  if (!row) await refuseBlockedAccounts(db, [id])
  if (!row) return undefined
  const providers = (['google', 'microsoft'] as const).filter((provider) => row[provider])
  return { user: toUser(row), hasPassword: row.has_password, providers }
}

/** Whether a verified account with this address exists (HMAC of it). */
export const hasVerifiedAccount = async (db: Knex, addressHash: string): Promise<boolean> => {
  const rows = await db('users').where({ address_hash: addressHash }).select('id', 'verified', 'email')
  if (rows.some(({ verified, email }) => verified && email !== null)) return true
  await refuseBlockedAccounts(
    db,
    rows.map(({ id }) => id),
  )
  return false
}

/** Returns the address behind this hash if an account has it. Throws like `refuseBlockedAccounts`. */
export const addressOfHash = async (db: Knex, addressHash: string): Promise<string | null> => {
  const rows = await db('users').where({ address_hash: addressHash }).select('id', 'email')
  await refuseBlockedAccounts(
    db,
    rows.map(({ id }) => id),
  )
  return rows.find(({ email }) => email !== null)?.email ?? null
}
