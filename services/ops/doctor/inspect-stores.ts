import type { Finding } from './finding.ts'
import { databaseVersion, namesOf } from '#platform/postgres/database-version.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { DamagedLedger, missingErasures } from '#platform/secrets/erasures.ts'
import { faultOf, nameOfFault } from '#platform/watch/fault.ts'
import { esdbUrl } from '#platform/config/config.ts'
import { esdbVersion } from '#platform/event-store/event-store-db/esdb-version.ts'
import type { Platform } from '#platform/platform.ts'
import { changedSecrets } from '#platform/secrets/secret-marks.ts'
import { isRefused } from '#platform/stores/stores.ts'
import { describeRedis } from '#platform/queue/redis-queue.ts'

/** Leases, throttles and tokens compare the clocks of all processes. */
const MAX_SKEW_MS = 2_000

const unreachable = (name: string, error: unknown, setting: string): Finding => {
  const [text, advice] = isRefused(error)
    ? ['refuses these credentials', `Correct ${setting}.`]
    : [`does not answer (${nameOfFault(faultOf(error))})`, `Start it, or correct ${setting}.`]
  return { name, text, advice: [advice], isWrong: true }
}

const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'] as const
type Durability = Readonly<Record<(typeof DURABLE)[number], string>>

/** Whether an index finds parts of words. Builds make it if the extension is there. */
const inspectTexts = async (db: Knex): Promise<Finding> => {
  const { rows } = await db.raw<{ rows: [{ is_there: boolean; is_used: boolean; is_built: boolean }] }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS is_there,
      EXISTS (SELECT FROM pg_indexes WHERE tablename = 'audit_entries' AND indexdef LIKE '%gin_trgm_ops%') AS is_used,
      EXISTS (SELECT FROM checkpoints WHERE model = 'audit') AS is_built`,
  )
  const [{ is_there: isThere, is_used: isUsed, is_built: isBuilt }] = rows
  const name = 'Search'
  if (isUsed) return { name, text: 'by pg_trgm' }
  if (isThere && !isBuilt) return { name, text: 'by pg_trgm, once a projector runs' }
  const steps = [
    ...(isThere ? [] : [`install PostgreSQL's contrib modules`, 'run CREATE EXTENSION pg_trgm']),
    ...(isBuilt ? ['rebuild the read model: npm run ops -- projections build audit'] : []),
  ]
  return {
    name,
    text: isThere ? 'pg_trgm is not used yet' : 'without pg_trgm',
    advice: [
      `A text search in the audit log scans every entry, some seconds per million. To speed it up: ${steps.join(', then ')}`,
    ],
  }
}

/** What the role of the processes may do that they never need. */
const inspectRole = async (db: Knex): Promise<Finding> => {
  const { rows } = await db.raw<{
    rows: [{ role: string; isSuperuser: boolean; owns: boolean; changes: boolean }]
  }>(
    `SELECT rolname AS role, rolsuper AS "isSuperuser", pg_has_role(relowner, 'MEMBER') AS owns,
      has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER') AS changes
     FROM pg_roles, pg_class c WHERE rolname = current_user AND c.oid = 'event_store.events'::regclass`,
  )
  const [{ role, isSuperuser, owns, changes }] = rows
  const may = [
    ...(isSuperuser ? ['is a superuser'] : []),
    ...(owns ? ['owns the facts, and can disable what protects them'] : []),
    ...(changes ? ['may change and remove facts'] : []),
  ]
  return {
    name: 'Role',
    text: may.length === 0 ? `${role} may add facts, and not change them` : `${role} ${may.join(', ')}`,
    advice:
      may.length === 0
        ? []
        : [
            'Give the processes a role of their own in DATABASE_URL, and the owner to MIGRATE_DATABASE_URL; then run: npm run ops -- migrate',
          ],
  }
}

export const inspectDatabase = async (db: Knex): Promise<readonly Finding[]> => {
  try {
    await db.raw('select 1')
    const askedAt = Date.now()
    const { rows } = await db.raw<{ rows: ({ now: Date; version: string } & Durability)[] }>(
      `select clock_timestamp() as now, current_setting('server_version') as version,
        ${DURABLE.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
    )
    const tookMs = Date.now() - askedAt
    const { now, version, ...durability } = rows[0]!
    const skewMs = Math.round(now.getTime() - askedAt - tookMs / 2)
    const isSkewed = Math.abs(skewMs) > MAX_SKEW_MS
    const { missing, unknown } = await databaseVersion(db)
    return [
      {
        name: 'PostgreSQL',
        text: `${version}, answers in ${tookMs} ms`,
        advice: DURABLE.filter((name) => durability[name] === 'off').map(
          (name) => `${name} is off: a crash may lose acknowledged data.`,
        ),
      },
      {
        name: 'Clock',
        text: `${skewMs} ms from PostgreSQL's`,
        advice: isSkewed ? ['Synchronize the clocks by NTP: leases, throttles and tokens compare them.'] : [],
        isWrong: isSkewed,
      },
      {
        name: 'Migrations',
        text: missing.length + unknown.length === 0 ? 'all applied' : 'differ from this program’s',
        more: [
          ...(missing.length > 0 ? [`missing: ${namesOf(missing)}`] : []),
          ...(unknown.length > 0 ? [`unknown: ${namesOf(unknown)}`] : []),
        ],
        advice: [
          ...(missing.length > 0 ? ['Run: npm run ops -- migrate'] : []),
          ...(unknown.length > 0 ? ['Run the version of the program that added them.'] : []),
        ],
        isWrong: missing.length + unknown.length > 0,
      },
      ...(missing.length === 0 ? [await inspectTexts(db), await inspectRole(db)] : []),
    ]
  } catch (error) {
    return [unreachable('PostgreSQL', error, 'DATABASE_URL')]
  }
}

export const inspectEventStore = async ({ config, eventStore }: Platform): Promise<Finding> => {
  const url = esdbUrl(config)
  try {
    const head = (await eventStore.head()) ?? 'none yet'
    const kind = url
      ? `EventStoreDB ${(await esdbVersion(url)) ?? 'of an unknown version'}`
      : 'a table in PostgreSQL'
    return { name: 'Event store', text: kind, more: [`newest fact: ${head}`] }
  } catch (error) {
    return unreachable('Event store', error, 'EVENTSTORE_URL')
  }
}

export const inspectRedis = async ({ config: { REDIS_URL } }: Platform): Promise<Finding> => {
  if (!REDIS_URL) return { name: 'Redis', text: 'none, one worker sends all mails' }
  try {
    const { version, maxMemoryPolicy, isAppendOnly } = await describeRedis(REDIS_URL)
    const advice = [
      ...(maxMemoryPolicy === 'noeviction'
        ? []
        : [
            `maxmemory-policy is ${maxMemoryPolicy}: jobs may be lost and their mails delayed. Set noeviction.`,
          ]),
      ...(isAppendOnly ? [] : ['appendonly is off: a restart loses jobs and delays their mails.']),
    ]
    return { name: 'Redis', text: version, advice }
  } catch (error) {
    return unreachable('Redis', error, 'REDIS_URL')
  }
}

/** Only checks; a new database is marked by its first process. */
export const inspectSecrets = async ({ db, config }: Platform): Promise<Finding> => {
  const others = await changedSecrets(db, config)
  const isWrong = others.length > 0
  const text = isWrong ? `${others.join(', ')}: differ from those of this database` : 'match this database'
  return {
    name: 'Secrets',
    text,
    advice: isWrong ? ['Restore the .env that belongs to this database.'] : [],
    isWrong,
  }
}

export const inspectErasures = async ({ db, config, erasures }: Platform): Promise<Finding> => {
  const name = 'Erasures'
  if (!config.ERASURE_LEDGER) return { name, text: 'no ledger configured; see ERASURE_LEDGER of the worker' }
  try {
    const missing = (await missingErasures({ db, erasures })).length
    return {
      name,
      text: missing === 0 ? 'all applied' : `${missing} not applied`,
      advice:
        missing === 0
          ? []
          : ['Restart a worker, which applies them. After a restore, run: npm run ops -- restored'],
      isWrong: missing > 0,
    }
  } catch (error) {
    const text =
      error instanceof DamagedLedger ? error.message : `cannot be read (${nameOfFault(faultOf(error))})`
    return { name, text, advice: ['Check ERASURE_LEDGER.'], isWrong: true }
  }
}

export const inspectMailServer = async ({ probes }: Platform): Promise<Finding> => {
  const state = await probes.mailServer?.state()
  if (state === undefined) return { name: 'Mail server', text: 'none, mails go to the local mailbox' }
  const isWrong = state !== 'ok'
  return { name: 'Mail server', text: state, advice: isWrong ? ['Check SMTP_URL.'] : [], isWrong }
}
