import type { Decision, Needs } from '#contract/requests/rules/needs.ts'
import type { Request } from '#contract/requests/requests.ts'
import { ruleText } from '#contract/requests/rules/rule-text.ts'
import type { AppliedRule, DataOf } from '#modules/requests/request.state.ts'
import { isoOf, personOf } from '../shapes.ts'

export type NamedPerson = {
  readonly participantId: string
  readonly email: string | null
  readonly name: string | null
  readonly alike: boolean | null
}
type Given = {
  readonly person: NamedPerson
  readonly at: Date | string
  readonly assurance: Decision['assurance']
  readonly approves: boolean
  /** For whom a deputy spoke. */
  readonly absent: NamedPerson | null
}
export type RuleJson = {
  readonly parked: Pick<DataOf<'RequestParked'>, 'missing' | 'groups'> | null
  readonly rule: AppliedRule | null
  readonly rule_shown: DataOf<'RuleApplied'>['shown']
}
/** As `RULE_PEOPLE` selects them. */
export type RulePeople = {
  readonly given?: readonly Given[] | null
  readonly awaited?: readonly NamedPerson[] | null
}
type RuleRow = RuleJson &
  RulePeople & {
    readonly status: Request['status']
    readonly closed_reason: string | null
    readonly decided_at: Date | string | null
    readonly decided_by_id: string | null
    readonly decided_by_email: string | null
    readonly glass_until: Date | string | null
    readonly decided_by_name?: string | null
    readonly decided_for_id: string | null
    readonly decided_for_email: string | null
    readonly decided_for_name?: string | null
    readonly assurance: Decision['assurance'] | null
    readonly filled: {
      readonly fields: readonly { readonly name: string; readonly label: { de: string; en: string } }[]
    } | null
  }

export const personIn = ({ participantId, email, name, alike }: NamedPerson) =>
  personOf(participantId, email, name, alike)

const lastOf = (row: RuleRow): readonly Decision[] => {
  const { decided_by_id: id, decided_at: at, assurance } = row
  // Who approves alone in an emergency does not decide by the rule.
  if (id === null || at === null || assurance === null || row.glass_until !== null) return []
  const participant = personOf(id, row.decided_by_email, row.decided_by_name)
  const approves = row.status === 'approved'
  return [{ participant, at: isoOf(at)!, assurance, approves, onBehalfOf: decidedForIn(row) }]
}

type DecidedForRow = Pick<RuleRow, 'decided_for_id' | 'decided_for_email' | 'decided_for_name'>

/** For whom a deputy decided; null without one. */
export const decidedForIn = (row: DecidedForRow) =>
  row.decided_for_id === null
    ? null
    : personOf(row.decided_for_id, row.decided_for_email, row.decided_for_name)

type Ruled = RuleRow & { readonly rule: AppliedRule }

/** Those who have spoken are no longer awaited. */
const needsOf = (row: Ruled, decisions: readonly Decision[]): Needs => {
  const { rule, rule_shown: shown, awaited } = row
  const { ruleHash: _, escalate, ...known } = rule
  const of = (awaited ?? []).map(personIn)
  if (shown === null) return { count: rule.count, of, rule: '', applied: null }
  const later = escalate && { escalate: { after: escalate.after, who: escalate.who } }
  const applied = { ...known, ...later, when: shown.when }
  const spoke = decisions.flatMap(({ participant, onBehalfOf }) =>
    onBehalfOf ? [participant, onBehalfOf] : [participant],
  )
  const names = {
    groups: Object.fromEntries(shown.groups.map(({ id, name }) => [id, name])),
    people: Object.fromEntries(
      [...of, ...spoke].flatMap(({ participantId, email, name }) => {
        const words = name ?? email
        return words ? [[participantId, words]] : []
      }),
    ),
    fields: Object.fromEntries((row.filled?.fields ?? []).map(({ name, label }) => [name, label])),
  }
  return {
    count: rule.count,
    of,
    rule: ruleText(applied, names, 'en'),
    applied: { rule: applied, groups: shown.groups },
  }
}

/** For whom the request waits before anybody is asked; nothing unless it does, and once it has ended. */
export const parkedOf = (
  { parked, rule_shown: shown, status }: Pick<RuleRow, 'parked' | 'rule_shown' | 'status'>,
  expired: boolean,
): Pick<Request, 'parked'> => {
  if (parked === null || expired || status !== 'pending') return {}
  const nameOf = (id: string) => shown?.groups.find((group) => group.id === id)?.name
  return { parked: { people: parked.missing, groups: parked.groups.flatMap((id) => nameOf(id) ?? []) } }
}

/** The rule of a request and who has decided by it; nothing without a rule. */
export const ruledOf = (row: RuleRow): Pick<Request, 'needs' | 'decisions'> => {
  if (row.rule === null) return {}
  const given = (row.given ?? []).map(({ person, at, assurance, approves, absent }): Decision => ({
    participant: personIn(person),
    at: isoOf(at)!,
    assurance,
    approves,
    onBehalfOf: absent && personIn(absent),
  }))
  const decisions = [...given, ...lastOf(row)]
  return { needs: needsOf({ ...row, rule: row.rule }, decisions), decisions }
}
