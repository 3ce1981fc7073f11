import { useQuery } from '@tanstack/react-query'
import { participantCounts, type ParticipantCounts } from '#contract/workspaces/participants.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { FilterBar, type FilterBarProps } from '#shared/filters/FilterBar.tsx'
import { SelectChip } from '#shared/filters/SelectChip.tsx'
import { choicesOf, countSet, FILTERS, type Choice, type ParticipantFilters } from './participant-filters.ts'
import { participantsTexts } from './texts.ts'

type Counts = Pick<ParticipantCounts, Choice & keyof ParticipantCounts>
type Props = FilterBarProps & {
  readonly workspaceId: string
  readonly filters: ParticipantFilters
}

/** Search and filters of participants, with the number for each choice. */
export const ParticipantFilterBar = ({ workspaceId, filters, ...bar }: Props) => {
  const text = participantsTexts.use()
  const counts = useQuery(endpointQuery(participantCounts, { params: { id: workspaceId } }))
  return (
    <FilterBar {...bar} label={text.search} count={countSet(filters)}>
      {FILTERS.map((filter) => (
        <SelectChip
          key={filter}
          label={text.filters[filter]}
          value={filters[filter]}
          onChange={(value) => bar.onChange({ [filter]: value })}
        >
          {choicesOf(filter).map((choice) => (
            <option key={choice} value={choice}>
              {text.choices[choice]}
              {counts.data && choice in counts.data && ` (${counts.data[choice as keyof Counts]})`}
            </option>
          ))}
        </SelectChip>
      ))}
    </FilterBar>
  )
}
