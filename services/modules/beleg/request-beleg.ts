import type { BelegRequest, Erasable } from '#contract/beleg/beleg.ts'
import { signedField } from '#contract/requests/fields/signed-fields.ts'
import type { Rule, Who } from '#contract/requests/kinds.ts'
import type { Request, SignedContent } from '#contract/requests/requests.ts'
import { ruleAsSigned } from '#contract/requests/rules/rule-hash.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import type { DataOf } from '#modules/requests/request.state.ts'
import type { Fact } from '#platform/facts/facts.ts'

/** What the facts of a request say in a Beleg. */

type Type = RequestEvent['type']

/** Its creation, its decisions and its end. Refused attempts and reminders decide nothing. */
const TOLD: readonly Type[] = [
  'RequestCreated',
  'CallDescribed',
  'FilesAttached',
  'FieldsFilled',
  'RuleApplied',
  'RequestEscalated',
  'ApprovalGiven',
  'DeclineGiven',
  'RequestApproved',
  'RequestDeclined',
  'RequestWithdrawn',
  'RequestClosed',
  'GlassBroken',
  'GlassConfirmed',
  'BothWereCalled',
  'ClaimDenied',
  'RequestReported',
]

export const toldFacts = (facts: readonly Fact[]): readonly Fact[] =>
  facts.filter(({ type }) => (TOLD as readonly string[]).includes(type))

/** What ends a call check. */
const ENDS: readonly string[] = [
  'RequestApproved',
  'RequestDeclined',
  'RequestWithdrawn',
  'RequestClosed',
  'BothWereCalled',
  'ClaimDenied',
]

const find = <T extends Type>(facts: readonly Fact[], type: T): DataOf<T> | undefined =>
  facts.find((fact) => fact.type === type)?.data as DataOf<T> | undefined

const ruleIn = (facts: readonly Fact[]): BelegRequest['rule'] => {
  const applied = find(facts, 'RuleApplied')
  if (!applied) return null
  const { shown, who, count, before, beforeHours, hours, declines, escalate, ruleHash } = applied
  const said = { count, before, hours, ruleHash }
  if (shown === null) return { ...said, applied: null }
  const rule: Rule = {
    when: shown.when,
    who,
    count,
    before,
    hours,
    ...(beforeHours !== undefined && { beforeHours }),
    ...(declines !== undefined && { declines }),
    ...(escalate && { escalate: { after: escalate.after, who: escalate.who } }),
  }
  return { ...said, applied: ruleAsSigned({ rule, groups: shown.groups }) }
}

/** An event of before may lack the approver's answer, which they signed. */
const approverCall = ({ call, evidence }: DataOf<'RequestApproved'>): string | null => {
  const signed = (JSON.parse(evidence.canonical) as SignedContent).call
  return call ?? (typeof signed === 'object' ? signed.approver : null)
}

const callIn = (facts: readonly Fact[]): BelegRequest['call'] => {
  const described = find(facts, 'CallDescribed')
  if (!described) return null
  const { asks, call: requester, calledBack } = described
  const approved = find(facts, 'RequestApproved')
  const denied = find(facts, 'BothWereCalled') ?? find(facts, 'ClaimDenied')
  const approver = approved ? approverCall(approved) : (denied?.call ?? null)
  return { asks, requester, approver, calledBack }
}

const filesIn = (facts: readonly Fact[]) => {
  const attached = find(facts, 'FilesAttached')
  return (attached?.files ?? []).map((file, place) => ({ ...file, name: attached?.names?.[place] ?? null }))
}

const filledIn = (facts: readonly Fact[]) => {
  const filled = find(facts, 'FieldsFilled')
  if (!filled) return { kind: null, fields: [] }
  const { kindId: id, kindVersion: version } = filled
  if (filled.filled === null) return { kind: { id, version, name: null }, fields: null }
  const { kind, fields } = filled.filled
  const files = filesIn(facts)
  return {
    kind: { id, version, name: kind.name },
    fields: fields.map((field) => signedField(field, files)),
  }
}

const glassIn = (facts: readonly Fact[]): BelegRequest['glass'] => {
  const broken = find(facts, 'GlassBroken')
  return broken ? { reason: broken.reason, reasonHash: broken.reasonHash } : null
}

/** Whether nobody may know yet what its requester said: the approver of a call check answers first. A deadline passes without a fact. */
export const isOpenCheck = (facts: readonly Fact[], now: Date): boolean => {
  const { type, expiresAt } = find(facts, 'RequestCreated')!
  return (
    type === 'verification' && new Date(expiresAt) > now && !facts.some((fact) => ENDS.includes(fact.type))
  )
}

/** What was there and is erased. */
export const erasedIn = ({ title, fields, files, rule, glass }: BelegRequest): Erasable[] => {
  const all: Readonly<Partial<Record<Erasable, boolean>>> = {
    text: title === null,
    fields: fields === null,
    rule: rule?.applied === null,
    reason: glass?.reason === null,
    fileNames: files.some(({ name }) => name === null),
  }
  return (Object.keys(all) as Erasable[]).filter((what) => all[what] === true)
}

/** As its facts tell it. Status and reason are those of now: a deadline passes without a fact. */
export const requestContent = (
  facts: readonly Fact[],
  { status, closedReason }: Pick<Request, 'status' | 'closedReason'>,
): BelegRequest => {
  const created = find(facts, 'RequestCreated')!
  const { type, title, details = null, salt, requesterId, approverId, expiresAt } = created
  return {
    type,
    status,
    closedReason,
    createdAt: facts[0]!.metadata.at,
    expiresAt,
    requesterId,
    approverId,
    title,
    details,
    salt: title === null ? null : salt,
    ...filledIn(facts),
    files: filesIn(facts).map(({ name, nameHash, type: of, size, sha256 }) => ({
      name,
      nameHash,
      type: of,
      size,
      sha256,
    })),
    rule: ruleIn(facts),
    call: callIn(facts),
    glass: glassIn(facts),
  }
}

const inWho = (who: Who | undefined): readonly string[] =>
  typeof who === 'object' && 'participants' in who ? who.participants : []

/** The participants whom a request names. */
export const peopleOfRequest = (facts: readonly Fact[], { fields }: BelegRequest): readonly string[] => {
  const { requesterId, approverId } = find(facts, 'RequestCreated')!
  const applied = find(facts, 'RuleApplied')
  return [
    requesterId,
    ...(approverId === null ? [] : [approverId]),
    ...facts.flatMap(({ data }) => (typeof data['participantId'] === 'string' ? data['participantId'] : [])),
    ...facts.flatMap(({ data }) => (typeof data['onBehalfOf'] === 'string' ? data['onBehalfOf'] : [])),
    ...(fields ?? []).flatMap(({ type, value }) => (type === 'person' ? (value as string) : [])),
    ...inWho(applied?.who),
    ...inWho(applied?.escalate?.who),
  ]
}
