import { FilterChips } from '#shared/filters/FilterChips.tsx'
import { FilterSearch } from '#shared/filters/FilterSearch.tsx'
import { SelectChip } from '#shared/filters/SelectChip.tsx'
import { subscriptionLabel } from '#shared/parts/SubscriptionChip.tsx'
import { superAdminTexts } from './texts.ts'
import { countSet, ENDS_WITHIN, SUBSCRIPTIONS, type WorkspaceFilters } from './workspace-filters.ts'

type Props = {
  readonly filters: WorkspaceFilters
  /** The initial text of the search. Later the filters follow the field. */
  readonly search: string
  /** Whether the filters were just cleared. */
  readonly isCleared: boolean
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
  readonly onClear: () => void
}

export const WorkspaceFilterBar = ({ filters, search, isCleared, onChange, onClear }: Props) => {
  const text = superAdminTexts.use()
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
        <SelectChip
          label={text.filters.ends}
          value={filters.ends}
          onChange={(ends) => onChange({ ends, ...(ends && { sort: 'endDate' }) })}
        >
          {ENDS_WITHIN.map((days) => (
            <option key={days} value={days}>
              {`${text.filters.ends} ${text.within(Number(days))}`}
            </option>
          ))}
        </SelectChip>
        <SelectChip
          label={text.filters.subscription}
          value={filters.subscription}
          onChange={(subscription) => onChange({ subscription })}
        >
          {SUBSCRIPTIONS.map((subscription) => (
            <option key={subscription} value={subscription} lang="de">
              {subscriptionLabel(subscription)}
            </option>
          ))}
        </SelectChip>
        <SelectChip
          label={text.filters.offer}
          value={filters.offer}
          onChange={(offer) => onChange({ offer })}
        >
          <option value="waiting">{text.filters.waiting}</option>
        </SelectChip>
      </FilterChips>
    </div>
  )
}
