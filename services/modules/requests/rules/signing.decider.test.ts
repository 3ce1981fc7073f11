import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rule } from '#contract/requests/kinds.ts'
import {
  countOf,
  emptyGroups,
  groupsOf,
  isDeclined,
  isFulfilled,
  isNamed,
  lacking,
  mayStillSign,
  type Quorum,
  type Signer,
  type Signing,
} from './signing.decider.ts'
import { ruleOf } from '#support/rules-in-words.ts'

const COMPANY = {
  Anna: ['Treasury'],
  Ben: ['Treasury', 'Board'],
  Cleo: ['Board'],
  Dora: ['Treasury'],
  Emil: [],
  Finn: ['Legal'],
  // Who asks.
  Rita: ['Treasury', 'Board', 'Legal'],
}
const signer = (name: string): Signer => ({
  participantId: name,
  userId: name,
  groups: COMPANY[name as keyof typeof COMPANY],
})

/**
 * Each row: rule | what happens one after the other | what of it is refused | what comes of it. `Anna` signs, `-Anna` declines, `~Anna`
 * is an approver no longer.
 */
const TABLE = `
  1 of any                    |                                        | -                  | 0 of 1; waits for Anna Ben Cleo Dora Emil Finn
  1 of any                    | Anna                                   | -                  | approved
  1 of any                    | Emil                                   | -                  | approved
  1 of any                    | Rita                                   | Rita               | 0 of 1; waits for Anna Ben Cleo Dora Emil Finn
  1 of any                    | Rita Anna                              | Rita               | approved
  1 of any                    | Anna Ben                               | Ben                | approved
  1 of any                    | -Anna                                  | -                  | declined
  1 of any                    | -Rita                                  | -Rita              | 0 of 1; waits for Anna Ben Cleo Dora Emil Finn
  1 of any                    | -Anna Ben                              | Ben                | declined
  1 of any                    | Anna -Ben                              | -Ben               | approved
  1 of any                    | ~Anna Anna                             | Anna               | 0 of 1; waits for Ben Cleo Dora Emil Finn
  1 of any                    | ~Anna ~Ben ~Cleo ~Dora ~Emil ~Finn     | -                  | 0 of 1; lacks 1
  2 of any                    |                                        | -                  | 0 of 2; waits for Anna Ben Cleo Dora Emil Finn
  2 of any                    | Anna                                   | -                  | 1 of 2; waits for Ben Cleo Dora Emil Finn
  2 of any                    | Anna Anna                              | Anna               | 1 of 2; waits for Ben Cleo Dora Emil Finn
  2 of any                    | Anna Ben                               | -                  | approved
  2 of any                    | Anna Rita                              | Rita               | 1 of 2; waits for Ben Cleo Dora Emil Finn
  2 of any                    | Rita                                   | Rita               | 0 of 2; waits for Anna Ben Cleo Dora Emil Finn
  2 of any                    | Rita Rita                              | Rita Rita          | 0 of 2; waits for Anna Ben Cleo Dora Emil Finn
  2 of any                    | Rita Anna Anna                         | Rita Anna          | 1 of 2; waits for Ben Cleo Dora Emil Finn
  2 of any                    | -Anna                                  | -                  | declined
  2 of any                    | Anna -Ben                              | -                  | declined
  2 of any                    | Anna -Anna                             | -Anna              | 1 of 2; waits for Ben Cleo Dora Emil Finn
  2 of any                    | Anna -Ben Cleo                         | Cleo               | declined
  2 of any                    | ~Anna ~Ben ~Cleo ~Dora ~Emil           | -                  | 0 of 2; lacks 1
  2 of any                    | Anna ~Ben ~Cleo ~Dora ~Emil ~Finn      | -                  | 1 of 2; lacks 1
  2 of any                    | Emil Finn                              | -                  | approved
  5 of any                    | Anna Ben Cleo Dora                     | -                  | 4 of 5; waits for Emil Finn
  5 of any                    | Anna Ben Cleo Dora Emil                | -                  | approved
  5 of any                    | Anna Anna Ben Ben Cleo Cleo Dora       | Anna Ben Cleo      | 4 of 5; waits for Emil Finn
  5 of any                    | Anna Ben Cleo Dora Rita                | Rita               | 4 of 5; waits for Emil Finn
  5 of any                    | ~Anna                                  | -                  | 0 of 5; waits for Ben Cleo Dora Emil Finn
  5 of any                    | ~Anna ~Ben                             | -                  | 0 of 5; lacks 1
  1 of Treasury               |                                        | -                  | 0 of 1; waits for Anna Ben Dora
  1 of Treasury               | Anna                                   | -                  | approved
  1 of Treasury               | Ben                                    | -                  | approved
  1 of Treasury               | Cleo                                   | Cleo               | 0 of 1; waits for Anna Ben Dora
  1 of Treasury               | Emil                                   | Emil               | 0 of 1; waits for Anna Ben Dora
  1 of Treasury               | Rita                                   | Rita               | 0 of 1; waits for Anna Ben Dora
  1 of Treasury               | -Cleo                                  | -Cleo              | 0 of 1; waits for Anna Ben Dora
  1 of Treasury               | -Anna                                  | -                  | declined
  1 of Treasury               | ~Anna ~Ben ~Dora                       | -                  | 0 of 1; lacks 1
  1 of Treasury               | Emil Cleo Finn Rita                    | Emil Cleo Finn Rita | 0 of 1; waits for Anna Ben Dora
  2 of Treasury               |                                        | -                  | 0 of 2; waits for Anna Ben Dora
  2 of Treasury               | Anna                                   | -                  | 1 of 2; waits for Ben Dora
  2 of Treasury               | Anna Ben                               | -                  | approved
  2 of Treasury               | Anna Anna                              | Anna               | 1 of 2; waits for Ben Dora
  2 of Treasury               | Anna Anna Anna                         | Anna Anna          | 1 of 2; waits for Ben Dora
  2 of Treasury               | Anna Rita                              | Rita               | 1 of 2; waits for Ben Dora
  2 of Treasury               | Rita Anna                              | Rita               | 1 of 2; waits for Ben Dora
  2 of Treasury               | Cleo Emil                              | Cleo Emil          | 0 of 2; waits for Anna Ben Dora
  2 of Treasury               | Cleo Anna Emil Ben                     | Cleo Emil          | approved
  2 of Treasury               | Anna -Anna                             | -Anna              | 1 of 2; waits for Ben Dora
  2 of Treasury               | -Anna Ben                              | Ben                | declined
  2 of Treasury               | Anna -Dora                             | -                  | declined
  2 of Treasury               | Anna -Cleo Ben                         | -Cleo              | approved
  2 of Treasury               | Anna ~Ben ~Dora                        | -                  | 1 of 2; lacks 1
  2 of Treasury               | ~Anna ~Ben                             | -                  | 0 of 2; lacks 1
  2 of Treasury               | ~Anna Ben Dora                         | -                  | approved
  2 of Treasury               | Anna ~Anna Ben                         | -                  | approved
  2 of Treasury               | Dora Ben Anna                          | Anna               | approved
  3 of Treasury               | Anna Ben                               | -                  | 2 of 3; waits for Dora
  3 of Treasury               | Anna Ben Dora                          | -                  | approved
  3 of Treasury               | Anna Ben Rita                          | Rita               | 2 of 3; waits for Dora
  3 of Treasury               | Anna Ben Rita Dora                     | Rita               | approved
  3 of Treasury               | ~Ben                                   | -                  | 0 of 3; lacks 1
  3 of Treasury               | Anna Ben Anna Dora                     | Anna               | approved
  3 of Treasury               | Dora ~Ben                              | -                  | 1 of 3; lacks 1
  4 of Treasury               |                                        | -                  | 0 of 4; lacks 1
  4 of Treasury               | Anna                                   | -                  | 1 of 4; lacks 1
  4 of Treasury               | Anna Ben Dora Rita                     | Rita               | 3 of 4; lacks 1
  1 of @Anna                  |                                        | -                  | 0 of 1; waits for Anna
  1 of @Anna                  | Anna                                   | -                  | approved
  1 of @Anna                  | Ben                                    | Ben                | 0 of 1; waits for Anna
  1 of @Anna                  | ~Anna                                  | -                  | 0 of 1; lacks 1
  1 of @Anna                  | -Ben                                   | -Ben               | 0 of 1; waits for Anna
  1 of @Anna                  | -Anna                                  | -                  | declined
  1 of @Anna                  | Rita                                   | Rita               | 0 of 1; waits for Anna
  2 of @Anna+Cleo             |                                        | -                  | 0 of 2; waits for Anna Cleo
  2 of @Anna+Cleo             | Anna                                   | -                  | 1 of 2; waits for Cleo
  2 of @Anna+Cleo             | Cleo                                   | -                  | 1 of 2; waits for Anna
  2 of @Anna+Cleo             | Anna Cleo                              | -                  | approved
  2 of @Anna+Cleo             | Cleo Anna                              | -                  | approved
  2 of @Anna+Cleo             | Anna Ben                               | Ben                | 1 of 2; waits for Cleo
  2 of @Anna+Cleo             | Ben Dora                               | Ben Dora           | 0 of 2; waits for Anna Cleo
  2 of @Anna+Cleo             | Anna Anna                              | Anna               | 1 of 2; waits for Cleo
  2 of @Anna+Cleo             | ~Cleo                                  | -                  | 0 of 2; lacks 1
  2 of @Anna+Cleo             | Anna ~Cleo                             | -                  | 1 of 2; lacks 1
  2 of @Anna+Cleo             | Anna -Cleo                             | -                  | declined
  2 of @Anna+Cleo             | -Ben Anna Cleo                         | -Ben               | approved
  1 of @Rita                  |                                        | -                  | 0 of 1; lacks 1
  1 of @Rita                  | Rita                                   | Rita               | 0 of 1; lacks 1
  1 of @Rita                  | Anna                                   | Anna               | 0 of 1; lacks 1
  1 of @Rita+Anna             |                                        | -                  | 0 of 1; waits for Anna
  1 of @Rita+Anna             | Rita                                   | Rita               | 0 of 1; waits for Anna
  1 of @Rita+Anna             | Anna                                   | -                  | approved
  2 of @Rita+Anna             |                                        | -                  | 0 of 2; lacks 1
  2 of @Rita+Anna             | Anna                                   | -                  | 1 of 2; lacks 1
  2 of @Rita+Anna             | Anna Rita                              | Rita               | 1 of 2; lacks 1
  2 of Treasury+Board         |                                        | -                  | 0 of 2; waits for Anna Ben Cleo Dora
  2 of Treasury+Board         | Anna                                   | -                  | 1 of 2; waits for Ben Cleo
  2 of Treasury+Board         | Ben                                    | -                  | 1 of 2; waits for Anna Cleo Dora
  2 of Treasury+Board         | Cleo                                   | -                  | 1 of 2; waits for Anna Ben Dora
  2 of Treasury+Board         | Anna Ben                               | -                  | approved
  2 of Treasury+Board         | Ben Anna                               | -                  | approved
  2 of Treasury+Board         | Ben Cleo                               | -                  | approved
  2 of Treasury+Board         | Anna Dora                              | Dora               | 1 of 2; waits for Ben Cleo
  2 of Treasury+Board         | Anna Cleo                              | -                  | approved
  2 of Treasury+Board         | Cleo Anna                              | -                  | approved
  2 of Treasury+Board         | Anna Dora Cleo                         | Dora               | approved
  2 of Treasury+Board         | Anna Anna                              | Anna               | 1 of 2; waits for Ben Cleo
  2 of Treasury+Board         | Anna Rita                              | Rita               | 1 of 2; waits for Ben Cleo
  2 of Treasury+Board         | Rita Cleo                              | Rita               | 1 of 2; waits for Anna Ben Dora
  2 of Treasury+Board         | Emil Finn                              | Emil Finn          | 0 of 2; waits for Anna Ben Cleo Dora
  2 of Treasury+Board         | Cleo Ben                               | -                  | approved
  2 of Treasury+Board         | Ben Ben                                | Ben                | 1 of 2; waits for Anna Cleo Dora
  2 of Treasury+Board         | ~Cleo                                  | -                  | 0 of 2; waits for Anna Ben Dora
  2 of Treasury+Board         | ~Cleo ~Ben                             | -                  | 0 of 2; lacks 1
  2 of Treasury+Board         | Ben ~Cleo                              | -                  | 1 of 2; waits for Anna Dora
  2 of Treasury+Board         | Anna ~Cleo ~Ben                        | -                  | 1 of 2; lacks 1
  2 of Treasury+Board         | Anna ~Cleo Dora Ben                    | Dora               | approved
  2 of Treasury+Board         | -Emil Anna Ben                         | -Emil              | approved
  2 of Treasury+Board         | -Ben                                   | -                  | declined
  2 of Treasury+Board         | Anna -Dora Ben                         | -Dora              | approved
  2 of Treasury+Board         | Anna -Cleo                             | -                  | declined
  2 of Treasury+Board         | ~Anna ~Dora                            | -                  | 0 of 2; waits for Ben Cleo
  2 of Treasury+Board         | ~Anna ~Dora Ben                        | -                  | 1 of 2; waits for Cleo
  1 of Treasury+Board         |                                        | -                  | 0 of 1; waits for Anna Ben Cleo Dora
  1 of Treasury+Board         | Anna                                   | -                  | approved
  1 of Treasury+Board         | Cleo                                   | -                  | approved
  1 of Treasury+Board         | Emil                                   | Emil               | 0 of 1; waits for Anna Ben Cleo Dora
  1 of Treasury+Board         | Rita                                   | Rita               | 0 of 1; waits for Anna Ben Cleo Dora
  1 of Treasury+Board         | ~Anna ~Ben ~Cleo ~Dora                 | -                  | 0 of 1; lacks 1
  2 of Treasury+Board+Legal   |                                        | -                  | 0 of 2; waits for Anna Ben Cleo Dora Finn
  2 of Treasury+Board+Legal   | Anna                                   | -                  | 1 of 2; waits for Ben Cleo Finn
  2 of Treasury+Board+Legal   | Finn                                   | -                  | 1 of 2; waits for Anna Ben Cleo Dora
  2 of Treasury+Board+Legal   | Anna Finn                              | -                  | approved
  2 of Treasury+Board+Legal   | Anna Dora                              | Dora               | 1 of 2; waits for Ben Cleo Finn
  2 of Treasury+Board+Legal   | Anna Ben                               | -                  | approved
  2 of Treasury+Board+Legal   | Finn Cleo                              | -                  | approved
  2 of Treasury+Board+Legal   | Finn Finn                              | Finn               | 1 of 2; waits for Anna Ben Cleo Dora
  2 of Treasury+Board+Legal   | ~Finn Anna Ben                         | -                  | approved
  2 of Treasury+Board+Legal   | Emil Rita Finn                         | Emil Rita          | 1 of 2; waits for Anna Ben Cleo Dora
  2 of Treasury+Board+Legal   | ~Finn ~Ben ~Cleo                       | -                  | 0 of 2; lacks 1
  3 of Treasury+Board+Legal   |                                        | -                  | 0 of 3; waits for Anna Ben Cleo Dora Finn
  3 of Treasury+Board+Legal   | Anna Ben                               | -                  | 2 of 3; waits for Finn
  3 of Treasury+Board+Legal   | Ben Anna                               | -                  | 2 of 3; waits for Finn
  3 of Treasury+Board+Legal   | Anna Ben Finn                          | -                  | approved
  3 of Treasury+Board+Legal   | Finn Ben Anna                          | -                  | approved
  3 of Treasury+Board+Legal   | Ben Cleo Finn                          | -                  | approved
  3 of Treasury+Board+Legal   | Anna Dora Finn                         | Dora               | 2 of 3; waits for Ben Cleo
  3 of Treasury+Board+Legal   | Anna Finn Dora Ben                     | Dora               | approved
  3 of Treasury+Board+Legal   | Anna Cleo Ben                          | Ben                | 2 of 3; waits for Finn
  3 of Treasury+Board+Legal   | Anna Cleo Ben Dora Emil Finn           | Ben Dora Emil      | approved
  3 of Treasury+Board+Legal   | ~Finn                                  | -                  | 0 of 3; lacks 1
  3 of Treasury+Board+Legal   | ~Finn Anna                             | -                  | 1 of 3; lacks 1
  3 of Treasury+Board+Legal   | Finn ~Ben ~Cleo                        | -                  | 1 of 3; lacks 1
  3 of Treasury+Board+Legal   | Anna Ben Rita                          | Rita               | 2 of 3; waits for Finn
  1 of any as-many            | -Anna                                  | -                  | declined
  1 of any as-many            | -Anna Ben                              | Ben                | declined
  1 of any as-many            | -Rita                                  | -Rita              | 0 of 1; waits for Anna Ben Cleo Dora Emil Finn
  2 of any as-many            | -Anna                                  | -                  | 0 of 2; waits for Ben Cleo Dora Emil Finn
  2 of any as-many            | -Anna -Anna                            | -Anna              | 0 of 2; waits for Ben Cleo Dora Emil Finn
  2 of any as-many            | -Anna -Ben                             | -                  | declined
  2 of any as-many            | -Anna Ben                              | -                  | 1 of 2; waits for Cleo Dora Emil Finn
  2 of any as-many            | -Anna Ben Cleo                         | -                  | approved
  2 of any as-many            | -Anna Anna                             | Anna               | 0 of 2; waits for Ben Cleo Dora Emil Finn
  2 of any as-many            | Anna -Anna                             | -Anna              | 1 of 2; waits for Ben Cleo Dora Emil Finn
  2 of any as-many            | Anna -Ben                              | -                  | 1 of 2; waits for Cleo Dora Emil Finn
  2 of any as-many            | Anna -Ben -Cleo                        | -                  | declined
  2 of any as-many            | Anna -Ben Cleo                         | -                  | approved
  2 of any as-many            | -Rita -Anna                            | -Rita              | 0 of 2; waits for Ben Cleo Dora Emil Finn
  2 of any as-many            | -Anna ~Ben ~Cleo ~Dora ~Emil           | -                  | 0 of 2; lacks 1
  2 of Treasury as-many       | -Anna                                  | -                  | 0 of 2; waits for Ben Dora
  2 of Treasury as-many       | -Anna -Ben                             | -                  | declined
  2 of Treasury as-many       | -Anna -Cleo                            | -Cleo              | 0 of 2; waits for Ben Dora
  2 of Treasury as-many       | -Anna Ben Dora                         | -                  | approved
  2 of Treasury as-many       | -Anna Ben -Dora                        | -                  | declined
  2 of Treasury as-many       | Anna -Ben                              | -                  | 1 of 2; waits for Dora
  2 of Treasury as-many       | Anna -Ben -Dora                        | -                  | declined
  2 of Treasury as-many       | Anna -Ben Dora                         | -                  | approved
  2 of Treasury as-many       | ~Dora -Anna                            | -                  | declined
  3 of Treasury as-many       | -Anna                                  | -                  | declined
  3 of Treasury as-many       | Anna -Ben                              | -                  | declined
  3 of Treasury as-many       | Anna Ben -Dora                         | -                  | declined
  2 of Treasury+Board as-many | -Anna                                  | -                  | 0 of 2; waits for Ben Cleo Dora
  2 of Treasury+Board as-many | -Anna -Ben                             | -                  | declined
  2 of Treasury+Board as-many | -Cleo                                  | -                  | 0 of 2; waits for Anna Ben Dora
  2 of Treasury+Board as-many | -Cleo -Ben                             | -                  | declined
  2 of Treasury+Board as-many | -Anna -Dora                            | -                  | declined
  2 of Treasury+Board as-many | -Anna Cleo -Dora                       | -                  | declined
  2 of Treasury+Board as-many | -Anna Cleo -Dora Ben                   | Ben                | declined
`

type Run = Signing & {
  readonly refused: readonly string[]
  /** Judged when somebody declines. */
  readonly ended: boolean
}

const state = (run: Run): 'approved' | 'declined' | 'pending' =>
  isFulfilled(run) ? 'approved' : run.ended ? 'declined' : 'pending'

const step = (run: Run, word: string): Run => {
  const name = word.replace(/^[-~]/, '')
  if (word.startsWith('~')) return { ...run, people: run.people.filter(({ userId }) => userId !== name) }
  const may = state(run) === 'pending' && mayStillSign(run).some(({ userId }) => userId === name)
  if (!may) return { ...run, refused: [...run.refused, word] }
  if (word.startsWith('-')) {
    const declined = [...run.declined, name]
    return { ...run, declined, ended: isDeclined({ ...run, declined }) }
  }
  return { ...run, signed: [...run.signed, signer(name)] }
}

const outcome = (run: Run): string => {
  if (state(run) !== 'pending') return state(run)
  const lack = lacking(run)
  const waits = mayStillSign(run).map(({ userId }) => userId)
  const rest = lack > 0 ? `lacks ${lack}` : `waits for ${waits.join(' ')}`
  return `${run.signed.length} of ${run.rule.count}; ${rest}`
}

const rows = TABLE.split('\n')
  .filter((row) => row.includes('|'))
  .map((row) => row.split('|').map((cell) => cell.trim()) as [string, string, string, string])

test.each(rows)('%s | %s → refused %s | %s', (rule, steps, refused, expected) => {
  const begun: Run = {
    rule: ruleOf(rule),
    people: Object.keys(COMPANY).map(signer),
    requesterUserId: 'Rita',
    signed: [],
    declined: [],
    refused: [],
    ended: false,
  }
  const run = steps.split(' ').filter(Boolean).reduce(step, begun)
  expect([run.refused.join(' ') || '-', outcome(run)]).toEqual([refused, expected])
})

const GROUPS = ['a', 'b', 'c', 'd']
const USERS = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7']

const someGroups = fc.subarray(GROUPS)
const people: fc.Arbitrary<readonly Signer[]> = fc.array(
  fc.record({
    participantId: fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'),
    userId: fc.constantFrom(...USERS),
    groups: someGroups,
  }),
  { maxLength: 9 },
)
const who: fc.Arbitrary<Rule['who']> = fc.oneof(
  fc.constant('any' as const),
  fc.subarray(GROUPS, { minLength: 1 }).map((groups) => ({ groups })),
  fc.subarray(['p1', 'p2', 'p3', 'p4', 'p5'], { minLength: 1 }).map((participants) => ({ participants })),
)
const rule: fc.Arbitrary<Quorum> = fc.record({
  who,
  count: fc.integer({ min: 1, max: 5 }),
  declines: fc.constantFrom('first' as const, 'as-many' as const),
})
/** Who tries what, one after the other: also people who may not, and more than once. */
const tries = fc.array(fc.record({ at: fc.nat(8), declines: fc.boolean() }), { maxLength: 20 })

/** Takes what may be taken, until the request has ended. */
const runOf = (
  start: Signing,
  all: readonly { readonly at: number; readonly declines: boolean }[],
): Signing => {
  let run = start
  for (const { at, declines } of all) {
    const person = run.people[at]
    if (!person || isFulfilled(run) || isDeclined(run)) continue
    if (!mayStillSign(run).some(({ userId }) => userId === person.userId)) continue
    if (declines) run = { ...run, declined: [...run.declined, person.userId] }
    else
      run = {
        ...run,
        signed: [...run.signed, mayStillSign(run).find(({ userId }) => userId === person.userId)!],
      }
  }
  return run
}

/** Whether each of these can stand for a group of their own: by trying all. */
const canEachStand = (signed: readonly Signer[], groups: readonly string[]): boolean => {
  const [first, ...others] = signed
  if (!first) return true
  return groups.some(
    (group) =>
      first.groups.includes(group) &&
      canEachStand(
        others,
        groups.filter((one) => one !== group),
      ),
  )
}

const start = fc.record({ rule, people, requesterUserId: fc.constantFrom(...USERS) })

test('no rule is fulfilled by fewer people than it needs, by somebody twice, or by who asked', () => {
  fc.assert(
    fc.property(start, tries, (begun, all) => {
      const run = runOf({ ...begun, signed: [], declined: [] }, all)
      const users = new Set(run.signed.map(({ userId }) => userId))
      expect(users.size).toBe(run.signed.length)
      expect(users.has(run.requesterUserId)).toBe(false)
      for (const person of run.signed) expect(isNamed(run.rule.who, person)).toBe(true)
      const groups = groupsOf(run.rule.who)
      if (groups.length > 1) expect(canEachStand(run.signed, groups)).toBe(true)
      expect(isFulfilled(run)).toBe(users.size >= run.rule.count)
    }),
    { numRuns: 1_000 },
  )
})

test('signatures that are forged into the list twice, or of who asked, do not count', () => {
  fc.assert(
    fc.property(start, people, (begun, signed) => {
      const run: Signing = { ...begun, signed: [...signed, ...signed], declined: [] }
      const others = new Set(
        signed.map(({ userId }) => userId).filter((userId) => userId !== run.requesterUserId),
      )
      if (isFulfilled(run)) expect(others.size).toBeGreaterThanOrEqual(run.rule.count)
    }),
    { numRuns: 1_000 },
  )
})

test('whoever signs first, the rest can always go on where the rule could be fulfilled at all', () => {
  fc.assert(
    fc.property(start, fc.array(fc.nat(8), { maxLength: 12 }), (begun, order) => {
      const fresh: Signing = { ...begun, signed: [], declined: [] }
      fc.pre(lacking(fresh) === 0)
      const run = runOf(
        fresh,
        order.map((at) => ({ at, declines: false })),
      )
      expect(isFulfilled(run) || mayStillSign(run).length > 0).toBe(true)
      expect(lacking(run)).toBe(0)
    }),
    { numRuns: 1_000 },
  )
})

test('as many people count as can each stand for another group', () => {
  const most = (signers: readonly Signer[], groups: readonly string[]): number => {
    const [first, ...others] = signers
    if (!first) return 0
    const free = groups.filter((group) => first.groups.includes(group))
    const placed = free.map(
      (group) =>
        1 +
        most(
          others,
          groups.filter((one) => one !== group),
        ),
    )
    return Math.max(most(others, groups), ...placed)
  }
  fc.assert(
    fc.property(people, fc.subarray(GROUPS, { minLength: 2 }), (signers, groups) => {
      const once = [...new Map(signers.map((one) => [one.userId, one])).values()]
      expect(countOf({ who: { groups } }, signers)).toBe(most(once, groups))
    }),
    { numRuns: 500 },
  )
})

test('one decline never ends what needs as many, as long as enough people are left', () => {
  fc.assert(
    fc.property(start, (begun) => {
      const fresh: Signing = { ...begun, signed: [], declined: [] }
      const [first] = mayStillSign(fresh)
      fc.pre(first !== undefined)
      const run: Signing = { ...fresh, declined: [first.userId] }
      const ends = run.rule.declines === 'first' || run.rule.count === 1 || lacking(run) > 0
      expect(isDeclined(run)).toBe(ends)
    }),
  )
})

test('names the groups in which nobody can sign', () => {
  const anna = { participantId: 'p1', userId: 'u1', groups: ['a'] }
  const signing: Signing = {
    rule: { who: { groups: ['a', 'b'] }, count: 2 },
    people: [anna, { participantId: 'p2', userId: 'u2', groups: ['b'] }],
    requesterUserId: 'u2',
    signed: [],
    declined: [],
  }
  expect(emptyGroups(signing)).toEqual(['b'])
  expect(lacking(signing)).toBe(1)
  expect(emptyGroups({ ...signing, requesterUserId: 'u9' })).toEqual([])
})
