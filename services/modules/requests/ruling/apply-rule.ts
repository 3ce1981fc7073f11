import type { FieldValues, Kind, Rule } from '#contract/requests/kinds.ts'
import { groupsNamedIn, ruleHash, type NamedRule } from '#contract/requests/rules/rule-hash.ts'
import { Rejected } from '#contract/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { groupsOf } from '#projections/workspaces/group-queries.ts'
import type { CreateRequest } from '#modules/requests/creating/creation.decider.ts'
import type { FilledKind } from '#modules/requests/request.state.ts'
import type { Joined, WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import { groupsWith, peopleFor } from '#modules/requests/rules/people.ts'
import { ruleFor } from '#contract/requests/rules/rule-for.ts'
import {
  emptyGroups,
  lacking,
  mayStillSign,
  type Signer,
  type Signing,
} from '#modules/requests/rules/signing.decider.ts'

/** A rule that holds for a request, and who may decide by it now. */
export type Ruling = NamedRule & {
  /** Of the rule in its kind, from 1. */
  readonly place: number
  readonly eligible: readonly Signer[]
  /** How many people lack, and the groups in which nobody may decide. */
  readonly lacks: { readonly missing: number; readonly groups: readonly string[] }
}

type Asked = {
  readonly workspaceId: string
  /** An approval without a kind is a free text, so that nobody gets past the rules of free texts by leaving out the kind. */
  readonly kind: Kind | undefined
  readonly workspace: WorkspaceState
  readonly requester: Joined
  readonly filled: FilledKind | null
}

const valuesIn = (filled: FilledKind | null): FieldValues =>
  Object.fromEntries((filled?.fields ?? []).map(({ name, value }) => [name, value]))

const ruleIn = ({ fields, rules }: Kind, { workspace, requester, filled }: Asked): Rule | null =>
  ruleFor(rules, {
    fields,
    values: valuesIn(filled),
    requesterGroups: groupsWith(workspace, requester.participantId, rules.flatMap(groupsNamedIn)),
  })

/** Finds the rule that holds for an approval; null if the requester says who decides. */
export const findRuling = async ({ db }: Pick<Platform, 'db'>, asked: Asked): Promise<Ruling | null> => {
  const { workspaceId, workspace, requester, kind } = asked
  const rule = kind && ruleIn(kind, asked)
  if (!rule) return null
  const named = groupsNamedIn(rule)
  const names = named.length === 0 ? [] : await groupsOf(db, workspaceId)
  const signing: Signing = {
    rule,
    people: peopleFor(workspace, { who: rule.who }),
    requesterUserId: requester.userId,
    signed: [],
    declined: [],
  }
  return {
    rule,
    place: kind.rules.indexOf(rule) + 1,
    groups: named.map((id) => ({ id, name: names.find((group) => group.id === id)?.name ?? '' })),
    eligible: mayStillSign(signing),
    lacks: { missing: lacking(signing), groups: emptyGroups(signing) },
  }
}

/** What lacks to a request that waits for enough people; null if enough may decide now. Throws `rule.unfulfillable` unless the rule parks it. */
export const parkedBy = ({ rule, lacks }: Ruling): Ruling['lacks'] | null => {
  if (lacks.missing === 0) return null
  if (!rule.park) throw new Rejected('rule.unfulfillable', [lacks])
  return lacks
}

/** The rule as the request keeps it. */
export const keptRule = async (
  ruling: Ruling | null,
  salt: string,
  now: Date,
): Promise<CreateRequest['rule']> => {
  if (ruling === null) return null
  const { rule, groups } = ruling
  const { when, who, count, before, beforeHours, hours, declines, escalate, park } = rule
  return {
    who,
    count,
    before,
    ...(beforeHours !== undefined && { beforeHours }),
    hours,
    ...(declines !== undefined && { declines }),
    ...(escalate && {
      escalate: { ...escalate, at: new Date(now.getTime() + escalate.after * 3_600_000).toISOString() },
    }),
    ...(park && { park }),
    ruleHash: await ruleHash(ruling, salt),
    shown: { when, groups: [...groups] },
  }
}
