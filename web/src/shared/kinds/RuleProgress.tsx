import type { Request } from '#contract/requests/requests.ts'
import { ruleText, type RuleNames } from '#contract/requests/rules/rule-text.ts'
import { deputyTexts } from '../deputies/deputy-texts.ts'
import { PersonText, personWords } from '../parts/PersonText.tsx'
import { UserText } from '../parts/UserText.tsx'
import { useLanguage, type Language } from '../texts/language.ts'
import { ruleProgressTexts } from './rule-progress-texts.ts'
import './kinds.css'

type Applied = NonNullable<NonNullable<Request['needs']>['applied']>
export type Ruled = Pick<Request, 'needs' | 'decisions' | 'fields' | 'status'>

type Props = {
  readonly request: Ruled
  /** Formats the time of a decision. */
  readonly timeOf: (iso: string) => string
}

/** What a condition says, where its value is an id or has a word in each language. */
const valuesIn = (
  { fields = [] }: Ruled,
  language: Language,
  erased: string,
): NonNullable<RuleNames['values']> =>
  Object.fromEntries(
    fields.flatMap(({ name, option, person }) => {
      if (option) return [[name, option[language]]]
      return person ? [[name, personWords(person, erased)]] : []
    }),
  )

const namesIn = (
  request: Ruled,
  applied: Applied,
  { language, erased }: { readonly language: Language; readonly erased: string },
): RuleNames => {
  const { needs, decisions = [], fields = [] } = request
  const people = [...(needs?.of ?? []), ...decisions.map(({ participant }) => participant)]
  return {
    groups: Object.fromEntries(applied.groups.map(({ id, name }) => [id, name])),
    people: Object.fromEntries(people.map((one) => [one.participantId, personWords(one, erased)])),
    fields: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
    values: valuesIn(request, language, erased),
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
        <span className="rule-line">
          <UserText>
            {needs.applied
              ? ruleText(
                  needs.applied.rule,
                  namesIn(request, needs.applied, { language, erased: text.erased }),
                  language,
                )
              : text.erasedRule}
          </UserText>
        </span>
      </span>
      <strong className="numbers">{text.count(approved, needs.count)}</strong>
      {decisions.map(({ participant, at, approves, onBehalfOf }) => (
        <span key={participant.participantId} className="rule-person numbers">
          <PersonText of={participant} erased={text.erased} />{' '}
          {onBehalfOf && <UserText>{`${decided(personWords(onBehalfOf, text.erased))} `}</UserText>}
          <span className="rule-line">
            {approves ? text.approvedAt(timeOf(at)) : text.declinedAt(timeOf(at))}
          </span>
        </span>
      ))}
      {status === 'pending' && needs.of.length > 0 && (
        <>
          <span className="filled-label">{text.waitsFor(needs.of.length)}</span>
          {needs.of.map((person) => (
            <span key={person.participantId} className="rule-person">
              <PersonText of={person} erased={text.erased} />
            </span>
          ))}
        </>
      )}
    </span>
  )
}
