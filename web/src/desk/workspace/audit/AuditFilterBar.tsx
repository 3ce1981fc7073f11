import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Field } from '../../../shared/plain/Field.tsx'
import { actionTexts, groupTexts } from './action-texts.ts'
import type { AuditFilters, Outcome } from './audit-filters.ts'
import { auditTexts } from './texts.ts'

const TYPING_PAUSE_MS = 300

type Props = {
  readonly filters: AuditFilters
  /** What the search begins with; from then on the filters follow it. */
  readonly search: string
  readonly onChange: (changes: Partial<AuditFilters>) => void
}

export const AuditFilterBar = ({ filters, search, onChange }: Props) => {
  const text = auditTexts.use()
  const actions = Object.entries(actionTexts.use())
  return (
    <div className="audit-filters" role="search">
      <SearchField value={search} onChange={(q) => onChange({ q })} />
      <SelectField label={text.action} value={filters.action} onChange={(action) => onChange({ action })}>
        {Object.entries(groupTexts.use()).map(([group, words]) => (
          <optgroup key={group} label={text.groups[group as keyof typeof text.groups]}>
            <option value={group}>{words}</option>
            <Options of={actions.filter(([action]) => action.startsWith(`${group}.`))} />
          </optgroup>
        ))}
      </SelectField>
      <SelectField
        label={text.outcome}
        value={filters.outcome}
        onChange={(outcome) => onChange({ outcome: outcome as Outcome | '' })}
      >
        <Options of={Object.entries(text.outcomes)} />
      </SelectField>
    </div>
  )
}

type SearchProps = { readonly value: string; readonly onChange: (value: string) => void }

/** Passes on what was typed after a short pause; a new `key` makes it begin anew. */
const SearchField = ({ value, onChange }: SearchProps) => {
  const text = auditTexts.use()
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (words: string): void => {
    setTyped(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(words), TYPING_PAUSE_MS)
  }
  return (
    <Field
      label={text.search}
      type="search"
      maxLength={200}
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  )
}

type SelectProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

const SelectField = ({ label, value, onChange, children }: SelectProps) => {
  const text = auditTexts.use()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{text.all}</option>
        {children}
      </select>
    </div>
  )
}

const Options = ({ of }: { readonly of: readonly (readonly [value: string, words: string])[] }) =>
  of.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))
