import { useQuery } from '@tanstack/react-query'
import { participantCounts } from '#contract/workspaces/participants.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { FilterChips } from '#shared/filters/FilterChips.tsx'
import { FilterSearch } from '#shared/filters/FilterSearch.tsx'
import { SelectChip } from '#shared/filters/SelectChip.tsx'
import { choicesOf, countSet, FILTERS, type ParticipantFilters } from './participant-filters.ts'
import { participantsTexts } from './texts.ts'

type Props = {
  readonly workspaceId: string
  readonly filters: ParticipantFilters
  /** What the search begins with; from then on the filters follow it. */
  readonly search: string
  /** Whether it was cleared last. */
  readonly isCleared: boolean
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
  readonly onClear: () => void
}

/** What participants are searched and narrowed down by, with how many there are of each kind. */
export const ParticipantFilterBar = ({
  workspaceId,
  filters,
  search,
  isCleared,
  onChange,
  onClear,
}: Props) => {
  const text = participantsTexts.use()
  const counts = useQuery(endpointQuery(participantCounts, { params: { id: workspaceId } }))
  return (
    <div role="search" className="filters">
      <FilterSearch
        autoFocus={isCleared}
        label={text.search}
        maxLength={254}
        value={search}
        onChange={(q) => onChange({ q })}
      />
      <FilterChips count={countSet(filters)} onClear={onClear}>
        {FILTERS.map((filter) => (
          <SelectChip
            key={filter}
            label={text.filters[filter]}
            value={filters[filter]}
            onChange={(value) => onChange({ [filter]: value })}
          >
            {choicesOf(filter).map((choice) => (
              <option key={choice} value={choice}>
                {text.choices[choice]}
                {counts.data && ` (${counts.data[choice]})`}
              </option>
            ))}
          </SelectChip>
        ))}
      </FilterChips>
    </div>
  )
}
