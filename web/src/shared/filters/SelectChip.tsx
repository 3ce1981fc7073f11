import { useId, type ReactNode } from 'react'
import { RemoveFilter } from './FilterChip.tsx'

type Props = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

/** A filter with a few values: a native select that looks like a chip. */
export const SelectChip = ({ label, value, onChange, children }: Props) => {
  const id = useId()
  return (
    <span className={value ? 'filter-chip is-set' : 'filter-chip'}>
      {value && (
        <label className="filter-name" htmlFor={id}>
          {label}
        </label>
      )}
      <select
        id={id}
        className="input"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{label}</option>
        {children}
      </select>
      {value && <RemoveFilter name={label} onRemove={() => onChange('')} />}
    </span>
  )
}
