import { useEffect, useId, useState } from 'react'
import { Field } from '../../../shared/plain/Field.tsx'
import { actionTexts } from './action-texts.ts'
import type { AuditFilters, Outcome } from './audit-filters.ts'
import { auditTexts } from './texts.ts'

const TYPING_PAUSE_MS = 300

type Props = {
  readonly filters: AuditFilters
  readonly onChange: (changes: Partial<AuditFilters>) => void
}

export const AuditFilterBar = ({ filters, onChange }: Props) => {
  const text = auditTexts.use()
  const actions = Object.entries(actionTexts.use())
  return (
    <div className="audit-filters" role="search">
      <SearchField value={filters.q} onChange={(q) => onChange({ q })} />
      <Choice
        label={text.action}
        value={filters.action}
        options={actions}
        onChange={(action) => onChange({ action })}
      />
      <Choice
        label={text.outcome}
        value={filters.outcome}
        options={Object.entries(text.outcomes)}
        onChange={(outcome) => onChange({ outcome: outcome as Outcome | '' })}
      />
    </div>
  )
}

type SearchProps = { readonly value: string; readonly onChange: (value: string) => void }

/** Passes on what was typed after a short pause; follows the address when that changes. */
const SearchField = ({ value, onChange }: SearchProps) => {
  const text = auditTexts.use()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
    // only typing starts the pause: `onChange` is a new function on each render
  }, [typed])
  return (
    <Field
      label={text.search}
      type="search"
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, words: string])[]
  readonly onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => {
  const text = auditTexts.use()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{text.all}</option>
        {options.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
