import type { Rule, Who } from '#contract/requests/kinds.ts'
import type { Person, Signer, StandIn } from '#modules/requests/request.state.ts'

/** Who may still sign a request that has a rule, and whether enough have. */

/** What the rule says about the signatures. */
export type Quorum = Pick<Rule, 'who' | 'count' | 'declines'>

export type { Signer }

/** The groups of the rule, or none if it names people. */
export const groupsOf = (who: Who): readonly string[] =>
  typeof who === 'object' && 'groups' in who ? who.groups : []

/** Whose place in the rule somebody takes: their own, or that of the colleague for whom they stand in. */
const placeOf = ({ participantId, userId, inPlaceOf }: Signer): Person =>
  inPlaceOf ?? { participantId, userId }

/** Whether the rule names this person, or whom they stand in for, alone or as one of a group. */
export const isNamed = (
  who: Who,
  { participantId: own, groups, inPlaceOf }: Omit<Signer, 'userId'>,
): boolean => {
  if (who === 'any') return true
  const participantId = inPlaceOf?.participantId ?? own
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

/** Nobody counts twice, nor as themselves and as a deputy, nor beside their own deputy. */
const oncePerPerson = (people: readonly Signer[]): readonly Signer[] => {
  const seen = new Set<string>()
  const onePerUser = new Map(people.map((person) => [person.userId, person]))
  return [...onePerUser.values()].filter((person) => {
    const both = [person.userId, placeOf(person).userId]
    if (both.some((userId) => seen.has(userId))) return false
    for (const userId of both) seen.add(userId)
    return true
  })
}

/** How many of these people count for the rule together. Of several groups, each one must stand for another. */
export const countOf = ({ who }: Pick<Quorum, 'who'>, people: readonly Signer[]): number => {
  const named = oncePerPerson(people).filter((person) => isNamed(who, person))
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
  /** User ids of those for whom somebody else has declined. */
  readonly declinedFor?: readonly string[]
}

/** Who counts: never the requester. */
const counting = ({ signed, requesterUserId }: Pick<Signing, 'signed' | 'requesterUserId'>) =>
  signed.filter((one) => one.userId !== requesterUserId && placeOf(one).userId !== requesterUserId)

/** User ids of those who have no word, or have had it, also by a deputy or as one. */
const outOf = (signing: Signing): ReadonlySet<string> => {
  const { requesterUserId, declined, declinedFor = [] } = signing
  const signed = counting(signing).flatMap((one) => [one.userId, placeOf(one).userId])
  return new Set([requesterUserId, ...declined, ...declinedFor, ...signed])
}

/** Those who may still sign: each one would count. */
export const mayStillSign = (signing: Signing): readonly Signer[] => {
  const { rule, people } = signing
  const signed = counting(signing)
  const counted = countOf(rule, signed)
  if (counted >= rule.count) return []
  const isOut = outOf(signing)
  return oncePerPerson(people).filter(
    (person) => !isOut.has(person.userId) && countOf(rule, [...signed, person]) > counted,
  )
}

/**
 * Those who may stand in for a colleague who may still sign and is away, the first colleague first. Who may sign as themselves does
 * that. So each signature takes the place of somebody who may sign, and deputies fulfil no rule that those people could not.
 */
export const mayStandIn = (signing: Signing, standIns: readonly StandIn[]): readonly Signer[] => {
  const own = mayStillSign(signing)
  const isOut = outOf(signing)
  return standIns.flatMap(({ absent, deputy }) => {
    const place = own.find(({ userId }) => userId === absent.userId)
    if (!place || isOut.has(deputy.userId) || own.some(({ userId }) => userId === deputy.userId)) return []
    const { participantId, userId, groups } = place
    return [{ ...deputy, groups, inPlaceOf: { participantId, userId } }]
  })
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
