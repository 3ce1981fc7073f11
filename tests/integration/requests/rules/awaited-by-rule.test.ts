import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayStillSign, type Signing } from '#modules/requests/rules/signing.decider.ts'
import { createRandom, type Random } from '#support/event-store/random.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { rounds, seedOfRun } from '#support/rounds.ts'
import { AWAITED_BY_RULE } from '../../../../projections/requests/rules/rule-queries.ts'

/** The inbox asks in SQL whose word still counts, the decision by matching people to groups. Both must say the same. */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const ROUNDS = rounds({ short: 400, long: 4_000 })
const SEED = seedOfRun()
const idOf = (kind: number, number: number): string =>
  `00000000-0000-4000-8${kind}00-${String(number).padStart(12, '0')}`

const range = (length: number): readonly number[] => Array.from({ length }, (_, at) => at)
const some = <T>(from: readonly T[], share: number, { next }: Random): readonly T[] =>
  from.filter(() => next() < share)

/** A rule of one to five groups, and people who are in some of them. Some have signed, one may have declined, and then people moved. */
const situation = (random: Random): Signing => {
  const { next, pick } = random
  const groups = range(1 + Math.floor(next() * 5)).map((at) => idOf(1, at))
  const count = 1 + Math.floor(next() * Math.min(5, groups.length === 1 ? 5 : groups.length))
  const share = pick([0.2, 0.35, 0.6])
  const people = range(8).map((at) => ({
    participantId: idOf(2, at),
    userId: idOf(3, at),
    groups: some(groups, share, random),
  }))
  const signing = {
    rule: { who: { groups }, count },
    people,
    requesterUserId: idOf(3, 0),
    signed: [],
    declined: [],
  }
  const before = range(Math.floor(next() * count)).reduce<Signing>((so) => {
    const able = mayStillSign(so)
    return able.length === 0 ? so : { ...so, signed: [...so.signed, pick(able)] }
  }, signing)
  const moved = people.map((one) => (next() < 0.2 ? { ...one, groups: some(groups, share, random) } : one))
  const left = people.filter(({ userId }) => !before.signed.some((one) => one.userId === userId)).slice(1)
  return { ...before, people: moved, declined: next() < 0.3 ? [pick(left).userId] : [] }
}

const bySql = async ({
  rule,
  people,
  requesterUserId,
  signed,
  declined,
}: Signing): Promise<readonly string[]> => {
  const requestId = idOf(4, 1)
  const groups = rule.who === 'any' || !('groups' in rule.who) ? [] : rule.who.groups
  const data = {
    rule,
    groups: groups.map((id) => ({
      id,
      participant_ids: people.filter((one) => one.groups.includes(id)).map((one) => one.participantId),
    })),
    decisions: [
      ...signed.map((one) => ({ user_id: one.userId, groups: one.groups, approves: true })),
      ...declined.map((userId) => ({ user_id: userId, groups: [], approves: false })),
    ],
    people: people.map((one) => ({ participant_id: one.participantId, user_id: one.userId })),
  }
  const { rows } = await product.platform.db.raw(
    `WITH given AS (SELECT ?::jsonb AS data, ?::uuid AS id, ?::uuid AS workspace_id),
      r AS (SELECT id, workspace_id, data -> 'rule' AS rule, false AS is_escalated, NULL::jsonb AS parked FROM given),
      request_groups AS (SELECT g.id, g.participant_ids, given.workspace_id FROM given,
        jsonb_to_recordset(data -> 'groups') AS g (id uuid, participant_ids text[])),
      request_decisions AS (SELECT d.user_id, d.groups, d.approves, given.id AS request_id, NULL::uuid AS for_user_id FROM given,
        jsonb_to_recordset(data -> 'decisions') AS d (user_id uuid, groups text[], approves boolean)),
      p AS (SELECT one.participant_id, one.user_id, given.workspace_id FROM given,
        jsonb_to_recordset(data -> 'people') AS one (participant_id uuid, user_id uuid))
    SELECT p.user_id FROM p, r WHERE p.user_id <> ?::uuid AND ${AWAITED_BY_RULE.replaceAll('?', '\\?')} ORDER BY p.user_id`,
    [JSON.stringify(data), requestId, idOf(5, 1), requesterUserId],
  )
  return rows.map((row: { user_id: string }) => row.user_id)
}

test(`the inbox waits for whoever may still sign, whatever the groups and signatures are (FAULT_SEED=${SEED})`, async () => {
  const random = createRandom(SEED)
  const seen = { none: 0, all: 0, some: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const signing = situation(random)
    const able = mayStillSign(signing)
      .map(({ userId }) => userId)
      .toSorted()
    expect(await bySql(signing), `round ${round}: ${JSON.stringify(signing)}`).toEqual(able)
    seen[able.length === 0 ? 'none' : able.length >= 7 - signing.signed.length ? 'all' : 'some'] += 1
  }
  // Otherwise it compares little.
  expect(Object.values(seen).filter((times) => times <= 5)).toEqual([])
})
