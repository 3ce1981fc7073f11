import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Rejected } from '#contract/errors.ts'
import { requestDecider, type RequestCommand } from '#modules/requests/request.decider.ts'
import type { DataOf, RequestState, Signer, StandIn } from '#modules/requests/request.state.ts'
import { createdBy, evidence, ruleApplied } from '#support/facts/request-facts.ts'

const { decide, evolve, initialState } = requestDecider

const at = new Date('2026-03-02T10:00:00.000Z')
const COMPANY = {
  Anna: ['Treasury'],
  Ben: ['Treasury', 'Board'],
  Cleo: ['Board'],
  Dora: [],
  Emil: [],
  // Who asks.
  Rita: ['Treasury', 'Board'],
}
type Name = keyof typeof COMPANY
const NAMES = Object.keys(COMPANY) as Name[]
const person = (name: string) => ({ participantId: `p-${name}`, userId: `u-${name}` })
const people: readonly Signer[] = NAMES.map((name) => ({ ...person(name), groups: COMPANY[name] }))

type Who = DataOf<'RuleApplied'>['who']
/** `to Anna`; or as `2 of Treasury+Board`, `1 of @Anna+Cleo` and, with as many declines as signatures, `2 of Treasury as-many`. */
const asked = (words: string, type: 'approval' | 'verification' = 'approval'): RequestState => {
  const to = /^to (\w+)$/.exec(words)?.[1]
  const created = createdBy(person('Rita'), new Date('2026-03-09T10:00:00.000Z'), {
    type,
    ...(to && { approverId: `p-${to}`, approverUserId: `u-${to}`, approverEmail: null }),
  })
  const state = evolve(initialState, created)
  if (to) return state
  const [count, , named = '', asMany] = words.split(' ')
  const list = named.replace('@', '').split('+')
  const who: Who = named.startsWith('@')
    ? { participants: list.map((name) => `p-${name}`) }
    : named === 'any'
      ? 'any'
      : { groups: list }
  const declines = asMany && { declines: 'as-many' as const }
  return evolve(state, ruleApplied({ who, count: Number(count), ...declines }))
}

/** `Anna>Dora`: Anna is away, and Dora is her deputy. */
const standInsOf = (words: string): readonly StandIn[] =>
  words.split(' ').flatMap((one) => {
    const [absent, deputy] = one.split('>')
    return absent && deputy ? [{ absent: person(absent), deputy: person(deputy) }] : []
  })

const commandOf = (word: string, standIns: readonly StandIn[]): RequestCommand => {
  const by = {
    ...person(word.replace('-', '')),
    email: null,
    workspaceRevision: 8,
    at,
    people,
    standIns,
    absentEmail: 'absent@example.com',
  }
  if (word.startsWith('-')) return { type: 'Decline', ...by, reason: null }
  return { type: 'Approve', ...by, evidence, requesterIsAvailable: true, hasNumber: true, confirmed: null }
}

type Said = { readonly said: readonly string[]; readonly end: string }
/** What each word comes to: `Dora for Anna`, or the code of its refusal; and how the request stands then. */
const run = (start: RequestState, words: string, standIns: readonly StandIn[]): Said => {
  let state = start
  const said = words.split(' ').flatMap((word) => {
    if (word === '') return []
    try {
      const events = decide(commandOf(word, standIns), state)
      state = events.reduce(evolve, state)
      const data = events[0]?.data as DataOf<'RequestApproved'> | undefined
      return data?.onBehalfOf ? `${word} for ${data.onBehalfOf.slice(2)}` : word
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      return `${word}: ${error.code}`
    }
  })
  const kind = state.kind === 'pending' ? `${state.approvals.length} signed` : state.kind
  return { said, end: kind }
}

/** Each row: what is asked | who is away, and the deputies | who speaks, `-` declines | what it comes to | how it stands then. */
const TABLE = `
  to Anna                   |                     | Dora           | Dora: access.denied                           | 0 signed
  to Anna                   | Anna>Dora           | Dora           | Dora for Anna                                 | approved
  to Anna                   | Anna>Dora           | Anna           | Anna                                          | approved
  to Anna                   | Anna>Dora Anna>Emil | Emil           | Emil for Anna                                 | approved
  to Anna                   | Anna>Dora           | Emil           | Emil: access.denied                           | 0 signed
  to Anna                   | Anna>Dora           | -Dora          | -Dora for Anna                                | declined
  to Anna                   | Ben>Dora            | Dora           | Dora: access.denied                           | 0 signed
  to Anna                   | Anna>Dora Dora>Emil | Emil           | Emil: access.denied                           | 0 signed
  to Anna                   | Anna>Rita           | Rita           | Rita: access.denied                           | 0 signed
  to Anna                   | Anna>Dora           | Dora Dora      | Dora for Anna, Dora                           | approved
  to Anna                   | Anna>Dora           | Dora Anna      | Dora for Anna, Anna: request.closed           | approved
  1 of any                  | Anna>Dora           | Dora           | Dora                                          | approved
  2 of any                  | Anna>Dora           | Dora Dora      | Dora, Dora: request.decided-by-you            | 1 signed
  2 of any                  | Anna>Dora           | Dora Anna      | Dora, Anna                                    | approved
  1 of @Anna                | Anna>Dora           | Dora           | Dora for Anna                                 | approved
  1 of @Anna                | Ben>Dora            | Dora           | Dora: access.denied                           | 0 signed
  1 of @Rita                | Rita>Dora           | Dora           | Dora: access.denied                           | 0 signed
  1 of @Rita+Anna           | Rita>Dora           | Dora           | Dora: access.denied                           | 0 signed
  2 of @Anna+Cleo           | Anna>Cleo           | Cleo           | Cleo                                          | 1 signed
  2 of @Anna+Cleo           | Anna>Cleo           | Cleo Cleo      | Cleo, Cleo: request.decided-by-you            | 1 signed
  2 of @Anna+Cleo           | Anna>Dora Cleo>Dora | Dora           | Dora for Anna                                 | 1 signed
  2 of @Anna+Cleo           | Anna>Dora Cleo>Dora | Dora Dora      | Dora for Anna, Dora: request.decided-by-you   | 1 signed
  2 of @Anna+Cleo           | Anna>Dora Cleo>Dora | Dora Cleo      | Dora for Anna, Cleo                           | approved
  2 of @Anna+Cleo           | Anna>Dora Cleo>Emil | Dora Emil      | Dora for Anna, Emil for Cleo                  | approved
  1 of Treasury             | Anna>Dora           | Dora           | Dora for Anna                                 | approved
  1 of Treasury             | Cleo>Dora           | Dora           | Dora: access.denied                           | 0 signed
  1 of Treasury             | Anna>Ben            | Ben            | Ben                                           | approved
  2 of Treasury             | Anna>Ben            | Ben Ben        | Ben, Ben: request.decided-by-you              | 1 signed
  2 of Treasury             | Anna>Dora           | Dora Ben       | Dora for Anna, Ben                            | approved
  2 of Treasury             | Anna>Dora           | Dora Anna      | Dora for Anna, Anna: request.decided-for-you  | 1 signed
  2 of Treasury             | Anna>Dora           | Dora -Anna     | Dora for Anna, -Anna: request.decided-for-you | 1 signed
  2 of Treasury             | Anna>Dora           | Anna Dora      | Anna, Dora: access.denied                     | 1 signed
  2 of Treasury             | Anna>Dora Anna>Emil | Dora Emil      | Dora for Anna, Emil: access.denied            | 1 signed
  2 of Treasury             | Anna>Dora Ben>Dora  | Dora Dora      | Dora for Anna, Dora: request.decided-by-you   | 1 signed
  2 of Treasury             | Anna>Dora Ben>Dora  | Anna Dora      | Anna, Dora for Ben                            | approved
  2 of Treasury             | Anna>Dora           | Dora -Dora     | Dora for Anna, -Dora: request.decided-by-you  | 1 signed
  2 of Treasury+Board       | Anna>Dora           | Dora Cleo      | Dora for Anna, Cleo                           | approved
  2 of Treasury+Board       | Anna>Dora           | Dora Ben       | Dora for Anna, Ben                            | approved
  2 of Treasury+Board       | Anna>Dora Cleo>Emil | Dora Emil      | Dora for Anna, Emil for Cleo                  | approved
  2 of Treasury+Board       | Anna>Dora Cleo>Dora | Dora Dora      | Dora for Anna, Dora: request.decided-by-you   | 1 signed
  2 of Treasury+Board       | Cleo>Anna           | Anna Anna      | Anna, Anna: request.decided-by-you            | 1 signed
  2 of Treasury+Board       | Anna>Cleo           | Cleo Cleo      | Cleo, Cleo: request.decided-by-you            | 1 signed
  2 of Treasury+Board       | Ben>Dora            | Cleo Dora      | Cleo, Dora for Ben                            | approved
  2 of Treasury+Board       | Cleo>Dora           | Cleo Dora      | Cleo, Dora: access.denied                     | 1 signed
  2 of Treasury as-many     | Anna>Dora           | -Dora          | -Dora for Anna                                | declined
  1 of Treasury+Board as-many | Anna>Dora         | -Dora          | -Dora for Anna                                | declined
  2 of any as-many          | Anna>Dora           | -Dora -Anna    | -Dora, -Anna                                  | declined
  2 of @Anna+Ben+Cleo as-many | Anna>Dora         | -Dora -Anna    | -Dora for Anna, -Anna: request.decided-for-you | 0 signed
  2 of @Anna+Ben+Cleo as-many | Anna>Dora         | -Dora -Ben     | -Dora for Anna, -Ben                          | declined
  2 of @Anna+Ben+Cleo as-many | Anna>Dora         | -Anna Dora     | -Anna, Dora: access.denied                    | 0 signed
`
const rows = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([rule = '', away = '', words = '', said = '', end = '']) => ({ rule, away, words, said, end }))

test.each(rows)('$rule, away $away: $words', ({ rule, away, words, said, end }) => {
  expect(run(asked(rule), words, standInsOf(away))).toEqual({ said: said.split(', '), end })
})

test('nobody stands in for somebody who is called', () => {
  const check = asked('to Anna', 'verification')
  expect(run(check, 'Dora', standInsOf('Anna>Dora')).said).toEqual(['Dora: access.denied'])
})

test('the fact names the colleague, and what somebody decides as themselves names nobody', () => {
  const standIns = standInsOf('Anna>Dora')
  const [fact] = decide(commandOf('Dora', standIns), asked('to Anna'))
  expect(fact!.data).toMatchObject({
    userId: 'u-Dora',
    onBehalfOf: 'p-Anna',
    onBehalfOfUserId: 'u-Anna',
    onBehalfOfEmail: 'absent@example.com',
  })
  const [own] = decide(commandOf('Anna', standIns), asked('to Anna'))
  expect(Object.keys(own!.data).filter((field) => field.startsWith('onBehalf'))).toEqual([])
})

describe('no set of absences and rules', () => {
  const names = fc.subarray(NAMES, { minLength: 1 })
  const rule = fc.oneof(
    fc.tuple(fc.integer({ min: 1, max: 4 }), names).map(([count, of]) => `${count} of @${of.join('+')}`),
    fc.constantFrom(
      '1 of Treasury',
      '2 of Treasury',
      '1 of Board',
      '2 of Board',
      '2 of Treasury+Board',
      '2 of any',
      '3 of any',
    ),
  )
  const absences = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES)), { maxLength: 8 })
  const words = fc.array(fc.constantFrom(...NAMES), { maxLength: 12 })
  const scene = fc.tuple(rule, absences, words)
  /** The facts that come of it. The absences change with each word. */
  const factsOf = (of: string, all: readonly (readonly [Name, Name])[], spoken: readonly Name[]) => {
    const facts: DataOf<'RequestApproved'>[] = []
    let state = asked(of)
    for (const [place, word] of spoken.entries()) {
      const standIns = all
        .filter(([absent, deputy], n) => absent !== deputy && (n + place) % 3 > 0)
        .map(([absent, deputy]) => ({ absent: person(absent), deputy: person(deputy) }))
      try {
        const events = decide(commandOf(word, standIns), state)
        state = events.reduce(evolve, state)
        facts.push(...events.map(({ data }) => data as DataOf<'RequestApproved'>))
      } catch (error) {
        if (!(error instanceof Rejected)) throw error
      }
    }
    return { state, facts }
  }

  test('lets one person decide what needs two, nor count for two, nor beside their own deputy', () => {
    fc.assert(
      fc.property(scene, ([of, all, spoken]) => {
        const { state, facts } = factsOf(of, all, spoken)
        const count = Number(of[0])
        if (state.kind === 'approved') expect(facts).toHaveLength(count)
        const involved = facts.flatMap(({ userId, onBehalfOfUserId: absent }) => [
          userId,
          ...(absent ? [absent] : []),
        ])
        expect(new Set(involved).size).toBe(involved.length)
        expect(involved).not.toContain('u-Rita')
      }),
      { numRuns: 2_000 },
    )
  })

  test('lets deputies approve what those who are asked could not', () => {
    fc.assert(
      fc.property(scene, ([of, all, spoken]) => {
        const { facts } = factsOf(of, all, spoken)
        const places = facts.map(({ participantId, onBehalfOf }) => (onBehalfOf ?? participantId).slice(2))
        // The same people, none of them away, one after the other.
        const { end } = run(asked(of), places.join(' '), [])
        expect(end).toBe(facts.length < Number(of[0]) ? `${facts.length} signed` : 'approved')
      }),
      { numRuns: 1_000 },
    )
  })
})
