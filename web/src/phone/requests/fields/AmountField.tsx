import { CURRENCIES, formatAmount, readAmount } from '#shared/kinds/amounts.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { Field } from '../../frame/Field.tsx'
import { fieldTexts } from './field-texts.ts'
import type { InputProps } from './input-props.ts'
import type { Typed } from './read-fields.ts'

type Props = InputProps<Exclude<Typed, string>>

/** An amount as people type it, and its currency. How it is read shows below. */
export const AmountField = ({ field, label, fault, value, onValue, onLeave }: Props) => {
  const text = fieldTexts.use()
  const language = useLanguage()
  const { currency } = value
  const read = readAmount(value.text, currency, language)
  const hint =
    'value' in read ? text.isAmount(formatAmount({ value: read.value, currency }, language)) : text.example
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(inner) => (
        <div className="amount-field">
          <input
            className="input numbers"
            {...inner}
            name={`fields.${field.name}`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            dir="ltr"
            value={value.text}
            onBlur={onLeave}
            onChange={({ target }) => onValue({ currency, text: target.value })}
          />
          <select
            className="input"
            aria-label={text.currencyOf(field.label[language])}
            value={currency}
            onChange={({ target }) => onValue({ text: value.text, currency: target.value })}
          >
            {(CURRENCIES.includes(currency) ? CURRENCIES : [currency, ...CURRENCIES]).map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}
