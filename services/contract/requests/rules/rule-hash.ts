import type { Rule, Who } from '../kinds.ts'
import { canonicalText, hashOfText } from '../signing.ts'

/** A rule as it is signed: with the names of its groups as they are shown. */
export type NamedRule = {
  readonly rule: Rule
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

const groupsIn = (who: Who): readonly string[] =>
  typeof who === 'object' && 'groups' in who ? who.groups : []

/** The ids of all groups that a rule names, in its order. */
export const groupsNamedIn = ({
  who,
  when: { requesterGroup },
  escalate,
}: Pick<Rule, 'who' | 'when' | 'escalate'>): string[] => [
  ...new Set([
    ...groupsIn(who),
    ...(escalate ? groupsIn(escalate.who) : []),
    ...(requesterGroup === undefined ? [] : [requesterGroup]),
  ]),
]

/** What the hash of a rule is over, beside the salt. */
export const ruleAsSigned = ({
  rule: { when, who, count, before, beforeHours, hours, declines, escalate },
  groups,
}: NamedRule) => {
  const { field } = when
  const rule = {
    when: { ...when, ...(field && { field: { name: field.name, is: field.is } }) },
    who,
    count,
    before,
    ...(beforeHours !== undefined && { beforeHours }),
    hours,
    ...(declines !== undefined && { declines }),
    ...(escalate && { escalate: { after: escalate.after, who: escalate.who } }),
  }
  return { rule, groups: groups.map(({ id, name }) => ({ id, name })) }
}

/** The hash of the rule in the signed content, salted with the salt of the text. */
export const ruleHash = (named: NamedRule, salt: string): Promise<string> =>
  hashOfText(canonicalText({ ...ruleAsSigned(named), salt }))
