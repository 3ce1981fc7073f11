import { useState } from 'react'
import { MAX_COUNT } from '#contract/requests/kinds.ts'
import { FilterSearch } from '#shared/filters/FilterSearch.tsx'
import { CheckBox } from '#shared/forms/CheckBox.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import type { WhoDecides } from './rule-draft.ts'
import { ChosenPart, type PartProps } from './RuleInputs.tsx'
import { rulesTexts } from './rules-texts.ts'
import type { CompanyPerson } from './use-company.ts'

const COUNTS = Array.from({ length: MAX_COUNT }, (_, place) => String(place + 1))

/** Who decides by a rule, and how many of them. */
export const WhoPart = (props: PartProps) => {
  const { rule, onRule } = props
  const { form: text } = rulesTexts.use()
  return (
    <fieldset className="rule-part">
      <legend>{text.who}</legend>
      <ChosenPart
        {...props}
        part="who"
        label={text.people}
        value={rule.who}
        onValue={(who) => onRule({ who: who as WhoDecides })}
      >
        {(['any', 'groups', 'participants'] as const).map((who) => (
          <option key={who} value={who}>
            {text[who]}
          </option>
        ))}
      </ChosenPart>
      {rule.who === 'groups' && (
        <Groups
          named={props.named}
          label={text.groupsLabel}
          chosen={rule.groups}
          onChosen={(groups) => onRule({ groups })}
        />
      )}
      {rule.who === 'participants' && <People {...props} />}
      <div className="rule-row">
        <ChosenPart
          {...props}
          part="count"
          label={text.count}
          value={String(rule.count)}
          onValue={(count) => onRule({ count: Number(count) })}
        >
          {COUNTS.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </ChosenPart>
        {rule.count > 1 && (
          <ChosenPart
            {...props}
            part="declines"
            label={text.declines}
            value={rule.declines}
            onValue={(declines) => onRule({ declines: declines === 'first' ? 'first' : 'as-many' })}
          >
            <option value="first">{text.first}</option>
            <option value="as-many">{text.asMany}</option>
          </ChosenPart>
        )}
      </div>
    </fieldset>
  )
}

const toggled = (all: readonly string[], id: string): readonly string[] =>
  all.includes(id) ? all.filter((one) => one !== id) : [...all, id]

type GroupsProps = Pick<PartProps, 'named'> & {
  readonly label: string
  readonly chosen: readonly string[]
  readonly onChosen: (ids: readonly string[]) => void
}

/** The groups of the workspace, and those that are gone but still named. */
export const Groups = ({ named, label, chosen, onChosen }: GroupsProps) => {
  const { form: text, goneGroup } = rulesTexts.use()
  const groups = named.groups ?? []
  const gone = chosen.filter((id) => groups.every((group) => group.id !== id))
  if (named.groups?.length === 0 && gone.length === 0) return <p className="muted">{text.noGroups}</p>
  return (
    <div className="rule-choices" role="group" aria-label={label}>
      {[...groups, ...gone.map((id) => ({ id, name: goneGroup }))].map(({ id, name }) => (
        <CheckBox
          key={id}
          isOn={chosen.includes(id)}
          label={<UserText>{name ?? goneGroup}</UserText>}
          onChange={() => onChosen(toggled(chosen, id))}
        />
      ))}
    </div>
  )
}

const fits = ({ email, name }: CompanyPerson, q: string): boolean =>
  [email, name].some((text) => text?.toLowerCase().includes(q.trim().toLowerCase()))

const People = ({ rule, named, onRule }: PartProps) => {
  const { form: text, gonePerson } = rulesTexts.use()
  const [q, setQ] = useState('')
  const mayDecide = (named.people ?? []).filter(
    ({ id, active, approver }) => (active && approver) || rule.participants.includes(id),
  )
  const shown = mayDecide.filter((person) => q.trim() === '' || fits(person, q))
  return (
    <div className="rule-people" role="group" aria-label={text.participants}>
      <FilterSearch autoFocus={false} label={text.find} maxLength={254} value="" onChange={setQ} />
      {shown.length === 0 && named.people && <p className="muted">{text.nobody}</p>}
      <div className="rule-choices">
        {shown.map((person) => (
          <CheckBox
            key={person.id}
            isOn={rule.participants.includes(person.id)}
            label={<PersonText of={person} erased={gonePerson} />}
            onChange={() => onRule({ participants: toggled(rule.participants, person.id) })}
          />
        ))}
      </div>
      <p className="muted" role="status">
        {text.chosen(rule.participants.length)}
      </p>
    </div>
  )
}
