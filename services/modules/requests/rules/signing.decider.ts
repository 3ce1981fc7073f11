import type { Rule, Who } from '#contract/requests/kinds.ts'
import type { Signer } from '#modules/requests/request.state.ts'

/** Who may still sign a request that has a rule, and whether enough have. */

/** What the rule says about the signatures. */
export type Quorum = Pick<Rule, 'who' | 'count' | 'declines'>

export type { Signer }

/** The groups of the rule, or none if it names people. */
export const groupsOf = (who: Who): readonly string[] =>
  typeof who === 'object' && 'groups' in who ? who.groups : []

/** Whether the rule names this person, alone or as one of a group. */
export const isNamed = (who: Who, { participantId, groups }: Omit<Signer, 'userId'>): boolean => {
  if (who === 'any') return true
  if ('participants' in who) return who.participants.includes(participantId)
  return who.groups.some((group) => groups.includes(group))
}

/** To how many different groups the people can be assigned at most, each to one of their own: augmenting paths, as Kuhn found them. */
const matched = (groups: readonly string[], people: readonly Signer[]): number => {
  const heldBy = new Map<string, Signer>()
  const place = (person: Signer, tried: Set<string>): boolean =>
    groups.some((group) => {
      if (!person.groups.includes(group) || tried.has(group)) return false
      tried.add(group)
      const holder = heldBy.get(group)
      if (holder !== undefined && !place(holder, tried)) return false
      heldBy.set(group, person)
      return true
    })
  return people.filter((person) => place(person, new Set())).length
}

const onePerUser = (people: readonly Signer[]): readonly Signer[] => [
  ...new Map(people.map((person) => [person.userId, person])).values(),
]

/** How many of these people count for the rule together. Of several groups, each one must stand for another. */
export const countOf = ({ who }: Pick<Quorum, 'who'>, people: readonly Signer[]): number => {
  const named = onePerUser(people).filter((person) => isNamed(who, person))
  const groups = groupsOf(who)
  return groups.length > 1 ? matched(groups, named) : named.length
}

export type Signing = {
  readonly rule: Quorum
  /** Those who may decide in the workspace now. The requester may be among them. */
  readonly people: readonly Signer[]
  readonly requesterUserId: string
  /** Who has signed, with the groups that they were in then. */
  readonly signed: readonly Signer[]
  /** User ids of those who have declined. */
  readonly declined: readonly string[]
}

/** Who counts: never the requester. */
const counting = ({ signed, requesterUserId }: Pick<Signing, 'signed' | 'requesterUserId'>) =>
  signed.filter(({ userId }) => userId !== requesterUserId)

/** Those who may still sign: each one would count. */
export const mayStillSign = (signing: Signing): readonly Signer[] => {
  const { rule, people, requesterUserId, declined } = signing
  const signed = counting(signing)
  const counted = countOf(rule, signed)
  if (counted >= rule.count) return []
  const isOut = new Set([requesterUserId, ...declined, ...signed.map(({ userId }) => userId)])
  return onePerUser(people).filter(
    (person) => !isOut.has(person.userId) && countOf(rule, [...signed, person]) > counted,
  )
}

/** Whether enough have signed. */
export const isFulfilled = (signing: Pick<Signing, 'rule' | 'signed' | 'requesterUserId'>): boolean =>
  countOf(signing.rule, counting(signing)) >= signing.rule.count

/** How many people lack even if everybody signs who may. Zero if the rule can be fulfilled. */
export const lacking = (signing: Signing): number => {
  const { rule } = signing
  return Math.max(0, rule.count - countOf(rule, [...counting(signing), ...mayStillSign(signing)]))
}

/** The groups of the rule in which nobody has signed or may. */
export const emptyGroups = (signing: Signing): readonly string[] => {
  const people = [...counting(signing), ...mayStillSign(signing)]
  return groupsOf(signing.rule.who).filter((id) => !people.some(({ groups }) => groups.includes(id)))
}

/**
 * Whether a request ends with these declines. `as-many`: with as many as it needs signatures, or once too few people are left to
 * approve it.
 */
export const isDeclined = (signing: Signing): boolean => {
  const { rule, declined } = signing
  if (declined.length === 0) return false
  return rule.declines !== 'as-many' || declined.length >= rule.count || lacking(signing) > 0
}
