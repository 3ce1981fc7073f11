import { FilterBar, type FilterBarProps } from '#shared/filters/FilterBar.tsx'
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

type Props = FilterBarProps & {
  readonly filters: WorkspaceFilters
}

export const WorkspaceFilterBar = ({ filters, ...bar }: Props) => {
  const text = superAdminTexts.use()
  const language = useLanguage()
  return (
    <FilterBar {...bar} label={text.search} count={countSet(filters)}>
      <SelectChip
        label={text.filters.ends}
        value={filters.ends}
        onChange={(ends) => bar.onChange({ ends, ...(ends && { sort: 'endDate' }) })}
      >
        {ENDS_WITHIN.map((days) => (
          <option key={days} value={days}>
            {text.within(Number(days))}
          </option>
        ))}
      </SelectChip>
      <SelectChip
        label={text.filters.subscription}
        value={filters.subscription}
        onChange={(subscription) => bar.onChange({ subscription })}
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
          onChange={(month) => bar.onChange({ [name]: month })}
        >
          <option value={filters[name]}>{formatMonth(filters[name], language)}</option>
        </SelectChip>
      ))}
      <SelectChip
        label={text.filters.offer}
        value={filters.offer}
        onChange={(offer) => bar.onChange({ offer })}
      >
        <option value="waiting">{text.filters.waiting}</option>
      </SelectChip>
    </FilterBar>
  )
}
