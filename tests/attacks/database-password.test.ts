import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, openDatabase } from '#platform/postgres/database.ts'
import { projections } from '#projections/index.ts'
import { retire } from '#projections/engine/builds/retire.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { activeBuildName, rebuild } from '#support/read-models/builds.ts'
import { openProduct, openProductOn, type Product } from '#support/product/product.ts'
import { createDatabase } from '#support/servers/postgres.ts'
import { ownerUrl, RUNTIME_ROLE } from '#support/servers/runtime-url.ts'
import { inspectDatabase } from '../../services/ops/doctor/inspect-stores.ts'

/** What somebody can do who has the database password of the processes. The product of all tests has their role. */

let product: Product
beforeAll(async () => {
  product = await openProduct()
  await product.person()
})
afterAll(() => product?.close())

const attacks: readonly (readonly [string, string])[] = [
  ['alters an event', `UPDATE event_store.events SET data = '{}'`],
  ['removes events', 'DELETE FROM event_store.events'],
  ['empties the log', 'TRUNCATE event_store.events'],
  ['disables what protects the log', 'ALTER TABLE event_store.events DISABLE TRIGGER immutable'],
  ['removes what protects the log', 'DROP TRIGGER immutable ON event_store.events'],
  ['replays as a replica, for which triggers do not work', 'SET session_replication_role = replica'],
  [
    'makes the protection harmless',
    'CREATE OR REPLACE FUNCTION event_store.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
  ],
  ['puts a rule on the log', 'CREATE RULE forge AS ON INSERT TO event_store.events DO INSTEAD NOTHING'],
  [
    'puts a trigger on the log',
    'CREATE TRIGGER forge BEFORE INSERT ON event_store.events EXECUTE FUNCTION event_store.refuse_change()',
  ],
  ['hides the log behind another table', 'ALTER TABLE event_store.events RENAME TO old'],
  ['drops the log', 'DROP SCHEMA event_store CASCADE'],
  ['takes the log over', `ALTER TABLE event_store.events OWNER TO ${RUNTIME_ROLE}`],
  ['passes for another store', 'UPDATE event_store.identity SET store_id = gen_random_uuid()'],
  ['takes the role of the owner', 'SET ROLE postgres'],
  ['gives themselves more rights', `ALTER ROLE ${RUNTIME_ROLE} SUPERUSER`],
  ['keeps MACs on changed sessions', 'DROP TRIGGER changed_without_mac ON sessions'],
  ['passes for a migrated database', `INSERT INTO knex_migrations (name) VALUES ('9999_forged.ts')`],
  ['runs a program on the machine of the database', `COPY (SELECT 1) TO PROGRAM 'true'`],
]

test.each(attacks)('%s: the database refuses', async (_, sql) => {
  await expect(product.platform.db.raw(sql)).rejects.toMatchObject({ code: '42501' })
})

test('the doctor says that the role of the processes may only add facts, and what another one may do', async () => {
  const roleOf = async (url: string) => {
    const db = openDatabase(url)
    const findings = await inspectDatabase(db)
    await db.destroy()
    return findings.find(({ name }) => name === 'Role')
  }
  const { DATABASE_URL } = product.platform.config
  expect(await roleOf(DATABASE_URL)).toMatchObject({
    text: `${RUNTIME_ROLE} may add facts, and not change them`,
    advice: [],
  })
  expect(await roleOf(ownerUrl(DATABASE_URL))).toMatchObject({
    text: 'postgres is a superuser, owns the facts, and can disable what protects them, may change and remove facts',
    advice: [expect.stringContaining('npm run ops -- migrate')],
  })
})

test('an installation with one role for everything goes on with two after migrate: its builds too', async () => {
  const database = await createDatabase()
  const kept = { url: database.url, drop: async () => {} }
  const [owner, runtime] = [ownerUrl(database.url), database.url]
  const before = await openProductOn(kept, { DATABASE_URL: owner })
  const { userId } = await before.person()
  await before.close()
  await migrate(owner, silentLog, runtime)

  const settings = { ...before.platform.config, DATABASE_URL: runtime }
  const after = await openProductOn(kept, settings)
  const { db } = after.platform
  const old = await activeBuildName(db, 'users')
  await after.person()
  await rebuild(db, [projections.find(({ name }) => name === 'users')!])
  await retire(db, old)
  expect(await db('users').where({ id: userId }).first('id')).toBeDefined()
  await after.close()
  await database.drop()
})
