import type { Request } from '#contract/requests/requests.ts'
import { ruleText, type RuleNames } from '#contract/requests/rules/rule-text.ts'
import { deputyTexts } from '../deputies/deputy-texts.ts'
import { personWords } from '../parts/PersonText.tsx'
import { UserText } from '../parts/UserText.tsx'
import { useLanguage } from '../texts/language.ts'
import { ruleProgressTexts } from './rule-progress-texts.ts'
import './kinds.css'

type Applied = NonNullable<NonNullable<Request['needs']>['applied']>
export type Ruled = Pick<Request, 'needs' | 'decisions' | 'fields' | 'status'>

type Props = {
  readonly request: Ruled
  /** Formats the time of a decision. */
  readonly timeOf: (iso: string) => string
}

const namesIn = (
  { needs, decisions = [], fields = [] }: Ruled,
  applied: Applied,
  erased: string,
): RuleNames => {
  const people = [...(needs?.of ?? []), ...decisions.map(({ participant }) => participant)]
  return {
    groups: Object.fromEntries(applied.groups.map(({ id, name }) => [id, name])),
    people: Object.fromEntries(people.map((one) => [one.participantId, personWords(one, erased)])),
    fields: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
  }
}

/** The rule by which a request is decided, who has approved so far, and for whom it waits. A signature covers the rule. */
export const RuleProgress = ({ request, timeOf }: Props) => {
  const text = ruleProgressTexts.use()
  const { decided } = deputyTexts.use()
  const language = useLanguage()
  const { needs, decisions = [], status } = request
  if (!needs) return null
  const approved = decisions.filter(({ approves }) => approves).length
  return (
    <span className="rule-progress">
      <span>
        <span className="filled-label">{text.rule}</span>{' '}
        <UserText>
          {needs.applied
            ? ruleText(needs.applied.rule, namesIn(request, needs.applied, text.erased), language)
            : text.erasedRule}
        </UserText>
      </span>
      <strong className="numbers">{text.count(approved, needs.count)}</strong>
      {decisions.map(({ participant, at, approves, onBehalfOf }) => (
        <span key={participant.participantId} className="numbers">
          <UserText>
            {[
              personWords(participant, text.erased),
              ...(onBehalfOf ? [decided(personWords(onBehalfOf, text.erased))] : []),
            ].join(' ')}
          </UserText>{' '}
          {approves ? text.approvedAt(timeOf(at)) : text.declinedAt(timeOf(at))}
        </span>
      ))}
      {status === 'pending' && needs.of.length > 0 && (
        <span className="hint">
          <UserText>
            {text.waitsFor(needs.of.map((one) => personWords(one, text.erased)).join(', '), needs.of.length)}
          </UserText>
        </span>
      )}
    </span>
  )
}
