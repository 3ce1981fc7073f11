import { useState, type SubmitEvent } from 'react'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { formatDate } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { actionTexts, actionWords, groupTexts } from '../texts/action-texts.ts'
import { countSet, type AuditFilters, type Outcome } from './audit-filters.ts'
import { FilterChip } from '#shared/filters/FilterChip.tsx'
import { FilterChips } from '#shared/filters/FilterChips.tsx'
import { FilterSearch } from '#shared/filters/FilterSearch.tsx'
import { SelectChip } from '#shared/filters/SelectChip.tsx'
import { auditTexts } from '../texts/audit-texts.ts'

type Props = {
  readonly filters: AuditFilters
  readonly onChange: (changes: Partial<AuditFilters>) => void
}
type BarProps = Props & {
  /** The initial text of the search. Later the filters follow the field. */
  readonly search: string
  /** Whether the filters were just cleared. */
  readonly isCleared: boolean
  /** The label of the target, if the address has only its id. */
  readonly targetLabel: string | undefined
  readonly onClear: () => void
}

export const AuditFilterBar = ({ filters, search, isCleared, targetLabel, onChange, onClear }: BarProps) => {
  const text = auditTexts.use()
  const words = actionTexts.use()
  const groups = groupTexts.use()
  const actions = Object.entries(words)
  const isKnown = filters.action === '' || filters.action in words || filters.action in groups
  return (
    <div className="filters audit-filters" role="search">
      <FilterSearch
        autoFocus={isCleared}
        label={text.search}
        maxLength={200}
        value={search}
        onChange={(q) => onChange({ q })}
      />
      <FilterChips count={countSet(filters)} onClear={onClear}>
        <DateChip filters={filters} onChange={onChange} />
        <FilterChip name={text.columns.actor} value={filters.actor} onRemove={() => onChange({ actor: '' })}>
          {(close) => (
            <ActorForm
              value={filters.actor}
              onValue={(actor) => {
                onChange({ actor })
                close()
              }}
            />
          )}
        </FilterChip>
        <SelectChip label={text.action} value={filters.action} onChange={(action) => onChange({ action })}>
          {!isKnown && <Options of={[[filters.action, actionWords(filters.action, words)]]} />}
          {Object.entries(groups).map(([group, all]) => (
            <optgroup key={group} label={text.groups[group as keyof typeof text.groups]}>
              <option value={group}>{all}</option>
              <Options of={actions.filter(([action]) => action.startsWith(`${group}.`))} />
            </optgroup>
          ))}
        </SelectChip>
        <SelectChip
          label={text.outcome}
          value={filters.outcome}
          onChange={(outcome) => onChange({ outcome: outcome as Outcome | '' })}
        >
          <Options of={Object.entries(text.outcomes)} />
        </SelectChip>
        <FilterChip
          name={text.columns.target}
          value={targetLabel ?? filters.target}
          onRemove={() => onChange({ target: '' })}
        />
      </FilterChips>
    </div>
  )
}

const DateChip = ({ filters, onChange }: Props) => {
  const text = auditTexts.use()
  const language = useLanguage()
  const { from, to } = filters
  const words = [from, to].map((day) => (day ? formatDate(day, language) : '')).join(' – ')
  return (
    <FilterChip
      name={text.date}
      value={from === to && from ? formatDate(from, language) : from || to ? words : ''}
      onRemove={() => onChange({ from: '', to: '' })}
    >
      {() => (
        <>
          {(['from', 'to'] as const).map((name) => (
            <TextField
              key={name}
              type="date"
              label={text[name]}
              value={filters[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          ))}
        </>
      )}
    </FilterChip>
  )
}

const ActorForm = ({ value, onValue }: { value: string; onValue: (value: string) => void }) => {
  const text = auditTexts.use()
  const [typed, setTyped] = useState(value)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    onValue(typed.trim())
  }
  return (
    <form className="form" onSubmit={submit}>
      <TextField
        label={text.address}
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 254 } }}
      />
      <Button type="submit" variant="contained">
        {text.apply}
      </Button>
    </form>
  )
}

const Options = ({ of }: { readonly of: readonly (readonly [value: string, words: string])[] }) =>
  of.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))
