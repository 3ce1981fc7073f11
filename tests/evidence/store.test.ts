import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isText, parsed } from '#contract/evidence/bytes.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { checkLog } from '#platform/seals/check-log.ts'
import { checkAudit } from '#projections/audit/check.ts'
import { auditTables } from '#projections/audit/tables.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { openRequests, type RequestApi } from '#support/product/requests.ts'
import { activeBuildName } from '#support/read-models/builds.ts'
import { rounds, seedOfRun } from '#support/rounds.ts'
import { ownerUrl } from '#support/servers/runtime-url.ts'
import { randomBy, type Random } from './independent.ts'

/**
 * What the owner of the database does to events, to the rows of the log and to its tree is found by what `doctor --all` compares: the
 * events with their MACs, hashes, chains and seals, the log and its tree with the events.
 */

const ROUNDS = rounds({ short: 50, long: 10_000 })
const SEED = seedOfRun()

type Row = Readonly<Record<string, unknown>>
type Table = { readonly name: string; readonly key: readonly string[]; rows: readonly Row[] }

let api: RequestApi
let owner: Knex
let tables: readonly Table[]
beforeAll(async () => {
  api = await openRequests({ SEAL_LEDGER: join(temporaryFolder(), 'seals.jsonl') })
  const { platform, projector } = api.product
  const team = await api.team()
  const phone = await api.enrol(team.ben)
  for (let left = 12; left > 0; left -= 1) {
    const id = await api.newRequest(team)
    if (left % 3 === 0) await api.decline(id, team.ben)
    else await api.post(`/requests/approve/${id}`, team.ben, await phone.prove(id))
  }
  await projector.caughtUp()
  await platform.seals!.seal()
  // Each event that was not written by the product is told there.
  vi.spyOn(platform.log, 'error').mockReturnValue()
  owner = openDatabase(ownerUrl(platform.config.DATABASE_URL))
  await owner.raw('ALTER TABLE event_store.events DISABLE TRIGGER immutable')
  const build = await activeBuildName(platform.db, 'audit')
  const ofLog = (['audit_entries', 'audit_heads', 'audit_subtrees', 'audit_evidence'] as const).map(
    (name) => ({ name: `"${build}".${name}`, key: auditTables[name].key }),
  )
  tables = await Promise.all(
    [{ name: 'event_store.events', key: ['position'] }, ...ofLog].map(async ({ name, key }) => ({
      name,
      key: [...key],
      rows: (await owner.raw(`SELECT to_jsonb(t) AS row FROM ${name} t`)).rows.map(
        ({ row }: { row: Row }) => row,
      ),
    })),
  )
}, 120_000)
afterAll(async () => {
  await owner?.destroy()
  await api?.product.close()
})

const HEX = '0123456789abcdef'
const SIGNS = `${HEX}XYZ"{}:, Ü`

/** Another sign at some place; hex stays hex, as the columns ask for. */
const otherText = (text: string, random: Random): string => {
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return new Date(time + 1 + random(1_000_000)).toISOString()
  const [at, signs] = [random(text.length + 1), /^[0-9a-f-]+$/.test(text) ? HEX : SIGNS]
  return text.slice(0, at) + signs[random(signs.length)]! + text.slice(at + random(2))
}

/** One change somewhere in a value. */
const other = (value: unknown, random: Random): unknown => {
  if (typeof value === 'string') return otherText(value, random)
  if (typeof value === 'number') return value + 1 + random(5)
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'object' || value === null) return 'x'
  if (Array.isArray(value)) {
    const at = random(value.length + 1)
    return value.toSpliced(at, 1, ...(at === value.length ? ['x'] : [other(value[at], random)]))
  }
  const names = Object.keys(value)
  const name = names[random(names.length)] ?? 'x'
  return { ...value, [name]: other((value as Row)[name], random) }
}

type Tampering = { readonly what: string; readonly before: readonly Row[]; readonly after: readonly Row[] }

const pick = <T>(all: readonly T[], random: Random): T => all[random(all.length)]!

/** Changes, removes, adds or swaps something of a table. */
const tamperingOf = ({ name, rows }: Table, random: Random): Tampering => {
  const [one, another] = [pick(rows, random), pick(rows, random)]
  const column = pick(Object.keys(one), random)
  const changed = { ...one, [column]: other(one[column], random) }
  const [what, before, after] = (
    [
      ['changes', [one], [changed]],
      ['removes', [one], []],
      ['adds', [], [changed]],
      [
        'swaps',
        [one, another],
        [
          { ...one, [column]: another[column] },
          { ...another, [column]: one[column] },
        ],
      ],
    ] as const
  )[random(4)]!
  return { what: `${what} ${column} of ${name.replace(/.*[.]/, '')}`, before, after }
}

/** JSON in a text means the same with other spaces, and nothing reads when the database wrote a row: facts have a time of their own. */
const meant = (rows: readonly Row[]): unknown =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries<unknown>({ ...row, recorded_at: null }).map(([name, value]) => [
        name,
        isText(value) && value.startsWith('{') ? (parsed(value) ?? value) : value,
      ]),
    ),
  )

const written = async ({ name, key }: Table, gone: readonly Row[], here: readonly Row[]): Promise<void> =>
  owner.transaction(async (trx) => {
    const same = key.map((column) => `t."${column}" = s."${column}"`).join(' AND ')
    await trx.raw(`DELETE FROM ${name} t USING jsonb_populate_recordset(NULL::${name}, ?) s WHERE ${same}`, [
      JSON.stringify(gone),
    ])
    await trx.raw(`INSERT INTO ${name} SELECT * FROM jsonb_populate_recordset(NULL::${name}, ?)`, [
      JSON.stringify(here),
    ])
  })

/** Whether the database takes the tampering: some columns are of a type, and keys are unique. */
const isDone = (table: Table, { before, after }: Tampering): Promise<boolean> =>
  written(table, before, after).then(
    () => true,
    () => false,
  )

/** What `doctor --all` finds. An event that cannot even be read is found. */
const faults = async (): Promise<readonly string[]> => {
  const { eventStore, factMacs, seals } = api.product.platform
  try {
    const log = await checkLog({ eventStore, factMacs }, await seals!.read())
    return log.faults.length > 0 ? log.faults : ((await checkAudit(api.product.platform))?.faults ?? [])
  } catch (error) {
    return [String(error)]
  }
}

const NAMES = ['events', 'entries of the log', 'heads of the log', 'nodes of its tree', 'evidence'] as const

describe(`${ROUNDS} random tamperings of the store are found, and nothing else is; seed ${SEED}`, () => {
  test.each(NAMES.map((name, i) => [name, i] as const))('of %s', { timeout: 900_000 }, async (_, place) => {
    const [table, random] = [tables[place]!, randomBy(SEED + place)]
    const missed: string[] = []
    expect(await faults()).toEqual([])
    for (let round = 0; round < ROUNDS / NAMES.length;) {
      const tampering = tamperingOf(table, random)
      if (isDeepStrictEqual(meant(tampering.before), meant(tampering.after))) continue
      if (!(await isDone(table, tampering))) continue
      round += 1
      if ((await faults()).length === 0) missed.push(tampering.what)
      await written(table, tampering.after, tampering.before)
      if (round % 100 === 0) expect(await faults()).toEqual([])
    }
    expect(missed).toEqual([])
    expect(await faults()).toEqual([])
  })
})
