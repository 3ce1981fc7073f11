import type { Request } from '#contract/requests/requests.ts'
import { ruleText } from '#contract/requests/rules/rule-text.ts'
import { deputyTexts } from '../deputies/deputy-texts.ts'
import { PersonText, personWords } from '../parts/PersonText.tsx'
import { UserText } from '../parts/UserText.tsx'
import { useLanguage } from '../texts/language.ts'
import { ruleProgressTexts } from './rule-progress-texts.ts'
import { namesIn, type OfRule } from './rule-names.ts'
import './kinds.css'

export type Ruled = OfRule & Pick<Request, 'status' | 'parked'>

type Props = {
  readonly request: Ruled
  /** Formats the time of a decision. */
  readonly timeOf: (iso: string) => string
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
      {status === 'pending' && request.parked && (
        <span className="filled-warning">
          {text.parked(request.parked.people)}
          {request.parked.groups.length > 0 && (
            <>
              {' '}
              <UserText>{text.empty(request.parked.groups.join(', '))}</UserText>
            </>
          )}
        </span>
      )}
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
