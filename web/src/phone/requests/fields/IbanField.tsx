import { useLayoutEffect, useRef, useState } from 'react'
import { countryName, editIban, plainIban } from '#shared/kinds/iban.ts'
import { groupedIban } from '#shared/kinds/iban-groups.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { Field } from '../../frame/Field.tsx'
import { fieldTexts } from './field-texts.ts'
import type { InputProps } from './input-props.ts'
import { readField } from './read-fields.ts'

/** An IBAN, in groups of four while it is typed. It is checked when the field is left. */
export const IbanField = ({ field, label, fault, value, onValue, onLeave }: InputProps) => {
  const text = fieldTexts.use()
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  // An object, so that every edit sets the cursor, also one that leaves it at the same place.
  const [cursor, setCursor] = useState<{ readonly at: number } | null>(null)
  const [checked, setChecked] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (cursor && document.activeElement === input.current)
      input.current?.setSelectionRange(cursor.at, cursor.at)
  }, [cursor])
  const leave = async () => {
    onLeave()
    const read = await readField(field, { [field.name]: value }, language)
    setChecked(read.fault ? null : value)
  }
  const isChecked = value !== '' && checked === value
  return (
    <Field
      label={label}
      hint={isChecked ? text.ibanOf(countryName(value.slice(0, 2), language)) : undefined}
      fault={fault}
    >
      {(inner) => (
        <input
          ref={input}
          className="input numbers"
          {...inner}
          name={`fields.${field.name}`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          value={groupedIban(plainIban(value))}
          onBlur={() => void leave()}
          onChange={({ target, nativeEvent }) => {
            const by = nativeEvent instanceof InputEvent ? nativeEvent.inputType : ''
            const place = target.selectionStart ?? target.value.length
            const edited = editIban({ before: value, text: target.value, cursor: place, by })
            setCursor({ at: edited.cursor })
            onValue(edited.plain)
          }}
        />
      )}
    </Field>
  )
}
