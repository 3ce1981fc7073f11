import { useQuery } from '@tanstack/react-query'
import { participantCounts, type ParticipantCounts } from '#contract/workspaces/participants.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { FilterChips } from '#shared/filters/FilterChips.tsx'
import { FilterSearch } from '#shared/filters/FilterSearch.tsx'
import { SelectChip } from '#shared/filters/SelectChip.tsx'
import { choicesOf, countSet, FILTERS, type Choice, type ParticipantFilters } from './participant-filters.ts'
import { participantsTexts } from './texts.ts'

type Counts = Pick<ParticipantCounts, Choice & keyof ParticipantCounts>
type Props = {
  readonly workspaceId: string
  readonly filters: ParticipantFilters
  /** The initial text of the search. Later the filters follow the field. */
  readonly search: string
  /** Whether the filters were just cleared. */
  readonly isCleared: boolean
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
  readonly onClear: () => void
}

/** Search and filters of participants, with the number for each choice. */
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
                {counts.data && choice in counts.data && ` (${counts.data[choice as keyof Counts]})`}
              </option>
            ))}
          </SelectChip>
        ))}
      </FilterChips>
    </div>
  )
}
