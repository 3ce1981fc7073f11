import { CURRENCIES } from '#shared/kinds/amounts.ts'
import { personWords } from '#shared/parts/PersonText.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { ChosenPart, TypedPart, type PartProps } from './RuleInputs.tsx'
import { rulesTexts } from './rules-texts.ts'

/** Which requests a rule is about. */
export const WhenPart = (props: PartProps) => {
  const { rule, fields, named, onRule } = props
  const { form: text, goneGroup } = rulesTexts.use()
  const isAboutAmounts =
    fields.some(({ type }) => type === 'amount') || rule.amountFrom || rule.amountTo || rule.currency
  const groups = named.groups ?? []
  const isGone = rule.requesterGroup !== '' && groups.every(({ id }) => id !== rule.requesterGroup)
  return (
    <fieldset className="rule-part">
      <legend>{text.when}</legend>
      <p className="muted">{text.whenHint}</p>
      {isAboutAmounts && <Amounts {...props} />}
      <FieldCondition {...props} />
      <ChosenPart
        {...props}
        part="requesterGroup"
        label={text.requesterGroup}
        value={rule.requesterGroup}
        onValue={(requesterGroup) => onRule({ requesterGroup })}
      >
        <option value="">{text.anybody}</option>
        {groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {isGone && <option value={rule.requesterGroup}>{goneGroup}</option>}
      </ChosenPart>
    </fieldset>
  )
}

const Amounts = (props: PartProps) => {
  const { rule, onRule } = props
  const { form: text } = rulesTexts.use()
  const { currency } = rule
  const known = currency === '' || CURRENCIES.includes(currency) ? CURRENCIES : [currency, ...CURRENCIES]
  return (
    <div className="rule-row">
      {(['amountFrom', 'amountTo'] as const).map((part) => (
        <TypedPart
          {...props}
          key={part}
          part={part}
          label={text[part]}
          inputMode="decimal"
          value={rule[part]}
          onValue={(value) => onRule({ [part]: value })}
        />
      ))}
      <ChosenPart
        {...props}
        part="currency"
        label={text.currency}
        value={currency}
        onValue={(value) => onRule({ currency: value })}
      >
        <option value="">{text.anyCurrency}</option>
        {known.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </ChosenPart>
    </div>
  )
}

/** Amounts have conditions of their own, and no rule compares files. */
const FieldCondition = (props: PartProps) => {
  const { rule, fields, onRule } = props
  const { form: text, faults } = rulesTexts.use()
  const language = useLanguage()
  const offered = fields.filter(
    ({ key, type }) => key === rule.field || (type !== 'amount' && type !== 'file'),
  )
  const isGone = rule.field !== '' && offered.every(({ key }) => key !== rule.field)
  if (offered.length === 0 && !isGone) return null
  return (
    <div className="rule-row">
      <ChosenPart
        {...props}
        part="field"
        label={text.field}
        value={rule.field}
        onValue={(field) => onRule({ field, is: '' })}
      >
        <option value="">{text.noField}</option>
        {offered.map(({ key, label }) => (
          <option key={key} value={key}>
            {label[language]}
          </option>
        ))}
        {isGone && <option value={rule.field}>{faults.gone}</option>}
      </ChosenPart>
      {rule.field !== '' && <IsPart {...props} />}
    </div>
  )
}

const IsPart = (props: PartProps) => {
  const { rule, fields, named, onRule } = props
  const { form: text } = rulesTexts.use()
  const language = useLanguage()
  const field = fields.find(({ key }) => key === rule.field)
  const of = { ...props, part: 'is', label: text.is, value: rule.is } as const
  const onValue = (is: string) => onRule({ is })
  if (field?.type !== 'choice' && field?.type !== 'person')
    return <TypedPart {...of} type={field?.type === 'date' ? 'date' : 'text'} onValue={onValue} />
  const offered =
    field.type === 'choice'
      ? field.options.map((option) => [option.key, option[language]] as const)
      : (named.people ?? []).map((person) => [person.id, personWords(person, '')] as const)
  return (
    <ChosenPart {...of} onValue={onValue}>
      <option value="">{text.choose}</option>
      {offered.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </ChosenPart>
  )
}
