import { FilterChips } from '#shared/filters/FilterChips.tsx'
import { FilterSearch } from '#shared/filters/FilterSearch.tsx'
import { SelectChip } from '#shared/filters/SelectChip.tsx'
import { subscriptionLabel } from '#shared/parts/SubscriptionChip.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { superAdminTexts } from './texts.ts'
import { formatMonth } from './names.ts'
import {
  countSet,
  ENDS_WITHIN,
  MONTH_FILTERS,
  SUBSCRIPTIONS,
  type WorkspaceFilters,
} from './workspace-filters.ts'

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
  const language = useLanguage()
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
        {MONTH_FILTERS.filter((name) => filters[name]).map((name) => (
          <SelectChip
            key={name}
            label={text.filters[name]}
            value={filters[name]}
            onChange={(month) => onChange({ [name]: month })}
          >
            <option value={filters[name]}>{formatMonth(filters[name], language)}</option>
          </SelectChip>
        ))}
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
