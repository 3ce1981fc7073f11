import type { Kind } from '#contract/requests/kinds.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { rulesTexts } from './rules-texts.ts'
import type { Named } from './use-company.ts'
import { calledByName, lifeWords, useRuleWords } from './use-rule-words.ts'
import './rules.css'

type Props = { readonly kind: Pick<Kind, 'fields' | 'rules'>; readonly named: Named }

/** The rules of a saved kind, each as a sentence. */
export const RuleSentences = ({ kind: { fields, rules }, named }: Props) => {
  const text = rulesTexts.use()
  const sentenceOf = useRuleWords(named, calledByName(fields))
  if (rules.length === 0) return <p className="meta">{text.none}</p>
  return (
    <ol className="rule-list" aria-label={text.title}>
      {rules.map((rule, place) => (
        <li key={place}>
          <UserText>{sentenceOf(rule)}</UserText>; {text.lives(lifeWords(rule.hours, text))}
        </li>
      ))}
    </ol>
  )
}
