import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isText, parsed } from '#contract/evidence/bytes.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { checkLog } from '#platform/seals/check-log.ts'
import { checkAudit } from '#projections/audit/check.ts'
import { entryHash, GENESIS } from '#projections/audit/chain.ts'
import { auditTables } from '#projections/audit/tables.ts'
import { grownTree } from '#projections/audit/tree.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { enrolPasskey } from '#support/product/passkeys.ts'
import { openRequests, type RequestApi } from '#support/product/requests.ts'
import { activeBuildName } from '#support/read-models/builds.ts'
import { rounds, seedOfRun } from '#support/rounds.ts'
import { ownerUrl } from '#support/servers/runtime-url.ts'
import { coveredIn, handOut, judged, othersIn, type HandedOut, type Kept } from './handed-out.ts'
import { hasPython, randomBy, startIndependent, whySkipped, type Random } from './independent.ts'

/**
 * What the owner of the database does to events, to the rows of the log and to its tree is found by what `doctor --all` compares: the
 * events with their MACs, hashes, chains and seals, the log and its tree with the events. What it makes the product hand out is found
 * by both verifiers with a checkpoint that was kept, but for the words of entries, which no hash of the log has because an erasure takes
 * some of them.
 */

const ROUNDS = rounds({ short: 50, long: 10_000 })
const SEED = seedOfRun()

type Row = Readonly<Record<string, unknown>>
type Table = { readonly name: string; readonly key: readonly string[]; rows: readonly Row[] }

let api: RequestApi
let owner: Knex
let tables: readonly Table[]
let workspaceId: string
let kept: Kept
let untouched: HandedOut
let independent: ReturnType<typeof startIndependent> | null
beforeAll(async () => {
  independent = hasPython ? startIndependent() : null
  api = await openRequests({ SEAL_LEDGER: join(temporaryFolder(), 'seals.jsonl') })
  const { platform, projector } = api.product
  const team = await api.team()
  const phone = await api.enrol(team.ben)
  const passkey = await enrolPasskey(api.product, team.ben, undefined, phone)
  const byPasskey = async (id: string) =>
    passkey.proofFor((await api.post(`/requests/challenge/${id}`, team.ben)).body.challenge)
  for (let left = 12; left > 0; left -= 1) {
    const id = await api.newRequest(team)
    if (left % 3 === 0) await api.decline(id, team.ben)
    else {
      const proof = await (left % 3 === 1 ? byPasskey(id) : phone.prove(id))
      const { status } = await api.post(`/requests/approve/${id}`, team.ben, proof)
      if (status !== 200) throw new Error(`approve: HTTP ${status}`)
    }
    if (left !== 4) continue
    await projector.caughtUp()
    kept = (await api.get(`/workspaces/history-checkpoint/${team.id}`, team.admin)).body
  }
  await projector.caughtUp()
  await platform.seals!.seal()
  // It would apply events that are written behind the newest one, and nobody takes that back.
  await projector.stop()
  // Each event that was not written by the product is told there.
  vi.spyOn(platform.log, 'error').mockReturnValue()
  workspaceId = team.id
  untouched = await handOut(platform, workspaceId, kept)
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
  independent?.end()
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

/** Nobody raises an alarm where nothing was done. */
const expectRight = async (): Promise<void> => {
  expect(await faults()).toEqual([])
  const all = othersIn(await handOut(api.product.platform, workspaceId, kept))
  const verdicts = await judged(all, independent)
  expect(verdicts.flat().filter((isRight) => !isRight)).toEqual([])
}

/** What those see who have only what is handed out; `unlike` is one that the two verifiers judge otherwise. */
type Seen = 'refused' | 'found' | 'same' | 'words' | 'missed' | 'unlike'

/** Of the proofs of a changed log these few say as much as all. */
const FEW = 4

const seenOutside = async (): Promise<Seen> => {
  let out: HandedOut
  try {
    out = await handOut(api.product.platform, workspaceId, kept)
  } catch {
    return 'refused'
  }
  const others = othersIn(out, untouched)
  if (others.length === 0) return 'same'
  const verdicts = await judged(others.slice(0, FEW), independent)
  if (verdicts.some((each) => new Set(each).size > 1)) return 'unlike'
  if (verdicts.flat().includes(false)) return 'found'
  return isDeepStrictEqual(coveredIn(out), coveredIn(untouched)) ? 'words' : 'missed'
}

const NAMES = ['events', 'entries of the log', 'heads of the log', 'nodes of its tree', 'evidence'] as const

describe(`${ROUNDS} random tamperings of the store are found, and nothing else is; seed ${SEED}${whySkipped}`, () => {
  test.each(NAMES.map((name, i) => [name, i] as const))('of %s', { timeout: 3_600_000 }, async (_, place) => {
    const [table, random] = [tables[place]!, randomBy(SEED + place)]
    const missed: string[] = []
    await expectRight()
    for (let round = 0; round < ROUNDS / NAMES.length;) {
      const tampering = tamperingOf(table, random)
      if (isDeepStrictEqual(meant(tampering.before), meant(tampering.after))) continue
      if (!(await isDone(table, tampering))) continue
      round += 1
      if ((await faults()).length === 0) missed.push(tampering.what)
      const outside = await seenOutside()
      if (outside === 'missed' || outside === 'unlike') missed.push(`${outside}: ${tampering.what}`)
      await written(table, tampering.after, tampering.before)
      if (round % 100 === 0) await expectRight()
    }
    expect(missed).toEqual([])
    await expectRight()
  })
})

/** One change of what the log says, before the kept checkpoint. */
const rewritten = (entries: readonly Row[], random: Random): readonly Row[] => {
  const at = random(kept.content.sequence)
  const one = entries[at]!
  const another = entries[(at + 1 + random(entries.length - 1)) % entries.length]!
  const factHash = `h1:${otherText(String(one['fact_hash']).slice(3), random).padEnd(64, '0').slice(0, 64)}`
  return [
    () => entries.with(at, { ...one, fact_hash: factHash }),
    () => entries.with(at, { ...one, id: another['id'] }),
    () => entries.toSpliced(at, 1),
    () => entries.toSpliced(at, 0, another),
    () => entries.with(at, another).with(entries.indexOf(another), one),
  ][random(5)]!()
}

/** Chain, tree and head anew over these entries, as the product makes them: each fits the others. */
const madeAnew = (entries: readonly Row[]) => {
  let [hash, peaks]: [string, readonly string[]] = [GENESIS, []]
  const subtrees: Row[] = []
  const rows = entries.map((entry, at) => {
    hash = entryHash(hash, at + 1, String(entry['id']), String(entry['fact_hash']))
    const grown = grownTree({ sequence: at, peaks }, hash)
    peaks = grown.peaks
    subtrees.push(...grown.kept.map((node) => ({ workspace_id: workspaceId, ...node })))
    return { ...entry, sequence: at + 1, hash }
  })
  return [rows, [{ workspace_id: workspaceId, sequence: rows.length, hash, peaks }], subtrees] as const
}

test(
  `${ROUNDS} histories that were written anew are found by who kept a checkpoint, and by the growth from it alone${whySkipped}`,
  { timeout: 3_600_000 },
  async () => {
    const random = randomBy(SEED)
    const own = tables
      .slice(1, 4)
      .map((table) => ({ ...table, rows: table.rows.filter((row) => row['workspace_id'] === workspaceId) }))
    const entries = own[0]!.rows.toSorted((a, b) => Number(a['sequence']) - Number(b['sequence']))
    const store = async (anew: readonly (readonly Row[])[]) => {
      for (const [place, table] of own.entries()) {
        await owner.raw(`DELETE FROM ${table.name} WHERE workspace_id = ?`, [workspaceId])
        await written(table, [], anew[place]!)
      }
    }
    await store(madeAnew(entries))
    await expectRight()
    for (let round = 0; round < ROUNDS / NAMES.length;) {
      const another = rewritten(entries, random)
      if (isDeepStrictEqual(another, entries)) continue
      round += 1
      await store(madeAnew(another))
      const out = await handOut(api.product.platform, workspaceId, kept)
      const jobs = [out.get('export')!, out.get('growth')!]
      expect([round, ...(await judged(jobs, independent)).flat()]).toEqual([
        round,
        ...Array.from({ length: independent ? 4 : 2 }, () => false),
      ])
    }
    await store(own.map(({ rows }) => rows))
    await expectRight()
  },
)
