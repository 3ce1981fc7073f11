import type { Field as KindField } from '#contract/requests/kinds.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { Field } from '../../frame/Field.tsx'
import type { Uploads } from '../files/use-uploads.ts'
import { AmountField } from './AmountField.tsx'
import { DateField } from './DateField.tsx'
import { FileField } from './FileField.tsx'
import { fieldTexts } from './field-texts.ts'
import { IbanField } from './IbanField.tsx'
import type { InputProps } from './input-props.ts'
import { PersonField } from './PersonField.tsx'
import { MOST_IN_LINE, MOST_IN_TEXT, typedOf, type Typed } from './read-fields.ts'
import { useFaultText } from './use-fault-text.ts'
import type { KindFieldsState } from './use-kind-fields.ts'
import './fields.css'

type Props = {
  readonly workspaceId: string
  readonly fields: readonly KindField[]
  readonly state: KindFieldsState
  readonly uploads: Uploads
}

/** An input for each field of a kind, in its order. Each control that takes the focus is named as its field. */
export const KindFields = ({ workspaceId, fields, state, uploads }: Props) => {
  const text = fieldTexts.use()
  const language = useLanguage()
  const faultText = useFaultText()
  return fields.map((field) => {
    const { name, required, label } = field
    const fault = state.faults[name]
    const value = typedOf(field, state.typed)
    const props = {
      field,
      label: required ? label[language] : text.optional(label[language]),
      fault: fault && faultText(fault),
      onLeave: () => void state.leave(field),
    }
    const onValue = (next: Typed) => state.set(name, next)
    if (typeof value !== 'string')
      return <AmountField key={name} {...props} value={value} onValue={onValue} />
    const ofText = { ...props, value, onValue }
    switch (field.type) {
      case 'iban':
        return <IbanField key={name} {...ofText} />
      case 'date':
        return <DateField key={name} {...ofText} />
      case 'choice':
        return <ChoiceField key={name} {...ofText} />
      case 'person':
        return <PersonField key={name} {...ofText} workspaceId={workspaceId} />
      case 'file':
        return <FileField key={name} {...ofText} uploads={uploads} />
      case 'line':
      case 'text':
      // Never: an amount is no text.
      case 'amount':
        return <TextField key={name} {...ofText} />
    }
  })
}

const TextField = ({ field, label, fault, value, onValue, onLeave }: InputProps) => {
  const common = {
    className: 'input',
    name: `fields.${field.name}`,
    dir: 'auto',
    value,
    onBlur: onLeave,
  } as const
  return (
    <Field label={label} fault={fault}>
      {(inner) =>
        field.type === 'text' ? (
          <textarea
            {...common}
            {...inner}
            rows={3}
            maxLength={MOST_IN_TEXT}
            onChange={({ target }) => onValue(target.value)}
          />
        ) : (
          <input
            {...common}
            {...inner}
            autoComplete="off"
            maxLength={MOST_IN_LINE}
            onChange={({ target }) => onValue(target.value)}
          />
        )
      }
    </Field>
  )
}

const ChoiceField = ({ field, label, fault, value, onValue }: InputProps) => {
  const text = fieldTexts.use()
  const language = useLanguage()
  return (
    <Field label={label} fault={fault}>
      {(inner) => (
        <select
          className="input"
          {...inner}
          name={`fields.${field.name}`}
          value={value}
          onChange={({ target }) => onValue(target.value)}
        >
          <option value="" disabled={field.required}>
            {field.required ? text.choose : text.none}
          </option>
          {field.options?.map((option) => (
            <option key={option.en} value={option.en} dir="auto">
              {option[language]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
