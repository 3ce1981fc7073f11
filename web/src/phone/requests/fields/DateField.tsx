import { useLanguage } from '#shared/texts/language.ts'
import { Field } from '../../frame/Field.tsx'
import type { InputProps } from './input-props.ts'

const locales = { de: 'de-DE', en: 'en-GB' }

/** A day. The browser shows it in its own language; the line below in the reader's. */
export const DateField = ({ field, label, fault, value, onValue, onLeave }: InputProps) => {
  const language = useLanguage()
  const day = new Date(`${value}T00:00:00Z`)
  const hint = Number.isNaN(day.getTime())
    ? undefined
    : new Intl.DateTimeFormat(locales[language], { dateStyle: 'full', timeZone: 'UTC' }).format(day)
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(inner) => (
        <input
          className="input numbers"
          {...inner}
          type="date"
          name={`fields.${field.name}`}
          min="1900-01-01"
          max="9999-12-31"
          value={value}
          onBlur={onLeave}
          onChange={({ target }) => onValue(target.value)}
        />
      )}
    </Field>
  )
}
