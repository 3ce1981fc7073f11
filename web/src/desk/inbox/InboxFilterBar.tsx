import { FilterBar, type FilterBarProps } from '#shared/filters/FilterBar.tsx'
import { SelectChip } from '#shared/filters/SelectChip.tsx'
import { CHOICES, countSet, ofState, SHOWN_ORDERS, type QueueFilters } from '#shared/reads/queue-filters.ts'
import type { QueueCounts } from '#shared/reads/use-queue.ts'
import { inboxTexts } from './texts.ts'

type Props = FilterBarProps & {
  readonly filters: QueueFilters
  /** Of the search and the workspace. */
  readonly counts: QueueCounts | undefined
  /** Of all workspaces. */
  readonly all: QueueCounts | undefined
}

export const InboxFilterBar = ({ filters, counts, all, ...bar }: Props) => {
  const text = inboxTexts.use()
  const { side, sort, workspace } = filters
  const states = text.states[side] as Readonly<Record<string, string>>
  return (
    <FilterBar {...bar} label={text.search} count={countSet(filters)}>
      <SelectChip
        label={text.filters.state}
        value={filters.state}
        onChange={(state) => bar.onChange(ofState(state))}
      >
        {CHOICES[side].states.map((state) => (
          <option key={state} value={state}>
            {states[state]}
            {counts && ` (${counts[state]})`}
          </option>
        ))}
      </SelectChip>
      <SelectChip
        label={text.filters.workspace}
        value={workspace}
        onChange={(chosen) => bar.onChange({ workspace: chosen })}
      >
        {workspace && !all?.workspaces.some((one) => one.workspaceId === workspace) && (
          <option value={workspace}>{workspace.slice(0, 8)}</option>
        )}
        {all?.workspaces.map(({ workspaceId, workspaceName, waiting }) => (
          <option key={workspaceId} value={workspaceId}>
            {`${workspaceName ?? text.nameless} (${waiting})`}
          </option>
        ))}
      </SelectChip>
      {/* The column heads have the others too, but not on narrow screens. */}
      <SelectChip
        label={text.filters.sort}
        value={SHOWN_ORDERS[side].find((one) => one === sort) ?? ''}
        onChange={(chosen) => bar.onChange({ sort: chosen })}
      >
        {SHOWN_ORDERS[side].map((one) => (
          <option key={one} value={one}>
            {text.orders[one]}
          </option>
        ))}
      </SelectChip>
    </FilterBar>
  )
}
