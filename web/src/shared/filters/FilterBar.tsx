import type { ReactNode } from 'react'
import { FilterChips } from './FilterChips.tsx'
import { FilterSearch } from './FilterSearch.tsx'

export type FilterBarProps = {
  /** The initial text of the search. Later the filters follow the field. */
  readonly search: string
  /** Whether the filters were just cleared. */
  readonly isCleared: boolean
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
  readonly onClear: () => void
}

type Props = FilterBarProps & {
  readonly label: string
  /** The number of filters that are set. */
  readonly count: number
  readonly children: ReactNode
}

/** Searches and filters a list. */
export const FilterBar = ({ label, count, search, isCleared, onChange, onClear, children }: Props) => (
  <div role="search" className="filters">
    <FilterSearch
      autoFocus={isCleared}
      label={label}
      maxLength={254}
      value={search}
      onChange={(q) => onChange({ q })}
    />
    <FilterChips count={count} onClear={onClear}>
      {children}
    </FilterChips>
  </div>
)
