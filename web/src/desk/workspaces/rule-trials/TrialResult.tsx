import type { Kind } from '#contract/requests/kinds.ts'
import type { RuleTrial } from '#contract/requests/rules/trying-rules.ts'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { rulesTexts } from '../rules/rules-texts.ts'
import { testerTexts } from './tester-texts.ts'
import type { Named } from '../rules/use-company.ts'
import { calledByName, lifeWords, useRuleWords } from '../rules/use-rule-words.ts'

type Props = {
  readonly trial: RuleTrial
  readonly kind: Pick<Kind, 'fields'>
  readonly named: Named
}

/** Which rule holds for an example, who would be asked, and what is missing. */
export const TrialResult = ({ trial, kind, named }: Props) => {
  const text = testerTexts.use()
  const rules = rulesTexts.use()
  const sentenceOf = useRuleWords(named, calledByName(kind.fields))
  const { applied, place, missing } = trial
  if (applied === null || place === null) return <p>{text.noRule}</p>
  const { rule } = applied
  return (
    <div className="stack">
      <p>
        <strong>{text.rule(place)}</strong> <UserText>{sentenceOf(rule)}</UserText>;{' '}
        {rules.lives(lifeWords(rule.hours, rules))}
      </p>
      <People trial={trial} />
      {missing && <Missing missing={missing} parks={trial.parks} />}
    </div>
  )
}

const People = ({ trial: { count, who, total, withoutDevice } }: Pick<Props, 'trial'>) => {
  const text = testerTexts.use()
  if (total === 0) return <p>{text.nobody}</p>
  return (
    <div>
      <p>{text.asked(count, total)}</p>
      <ul className="trial-people">
        {who.map((person) => (
          <li key={person.participantId}>
            <PersonText of={person} erased={text.erased} />{' '}
            {withoutDevice.includes(person.participantId) && <Tag tone="warning">{text.noDevice}</Tag>}
          </li>
        ))}
      </ul>
      {total > who.length && <p>{text.more(total - who.length)}</p>}
    </div>
  )
}

type MissingProps = Pick<RuleTrial, 'parks'> & { readonly missing: NonNullable<RuleTrial['missing']> }

const Missing = ({ missing, parks }: MissingProps) => {
  const text = testerTexts.use()
  const { people, groups, devices, before } = missing
  return (
    <div className="notice warning">
      {people > 0 && <p>{parks ? text.waits(people) : text.people(people)}</p>}
      {people > 0 && groups.length > 0 && (
        <p>
          <UserText>{text.groups(groups.join(', '))}</UserText>
        </p>
      )}
      {devices > 0 && <p>{text.devices(devices)}</p>}
      {before !== null && <p>{text.before[before]}</p>}
    </div>
  )
}
