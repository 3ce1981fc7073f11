import { lazy, Suspense, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { OVERVIEW_DAYS, OVERVIEW_SIDES, workspaceOverview } from '#contract/requests/overview.ts'
import { getWorkspace, type Workspace } from '#contract/workspaces/workspaces.ts'
import { ApiError } from '#shared/api-error.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { shownOf } from '#shared/api/read-models.ts'
import { FilterChip } from '#shared/filters/FilterChip.tsx'
import { FilterChips } from '#shared/filters/FilterChips.tsx'
import { SelectChip } from '#shared/filters/SelectChip.tsx'
import { withChanged } from '#shared/filters/search-params.ts'
import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { workspacePath } from '#shared/paths.ts'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { useText } from '#shared/texts/common.ts'
import { DeniedWorkspace, MissingWorkspace } from '../WorkspaceErrors.tsx'
import { Figures } from './Figures.tsx'
import { askedFor, filtersOf, type List, type OverviewFilters } from './overview-filters.ts'
import { PeopleCard } from './PeopleCard.tsx'
import { PersonPicker } from './PersonPicker.tsx'
import { RequestsDrawer } from './RequestsDrawer.tsx'
import { overviewTexts } from './texts.ts'
import { WeeksCard } from './WeeksCard.tsx'
import '../workspace.css'
import './overview.css'

const ReadinessCard = lazy(async () => ({
  default: (await import('../readiness/ReadinessCard.tsx')).ReadinessCard,
}))

const UnconfirmedGlass = lazy(async () => ({
  default: (await import('../glass/UnconfirmedGlass.tsx')).UnconfirmedGlass,
}))

/** What waits in a workspace, for whom, and how its requests ended. The period and the person are in the address. */
export const OverviewPage = () => {
  const { id = '' } = useParams()
  const text = overviewTexts.use()
  const workspace = useQuery(endpointQuery(getWorkspace, { params: { id } }))
  const status = workspace.error instanceof ApiError ? workspace.error.statusCode : 0
  if (status === 404 || status === 400) return <MissingWorkspace />
  if (status === 403) return <DeniedWorkspace />
  return (
    <div className="wrap overview">
      <PageTitle title={[text.title, workspace.data?.name].filter(Boolean).join(' · ')}>
        {text.title}
      </PageTitle>
      {workspace.data ? (
        <Loaded key={id} workspace={workspace.data} />
      ) : (
        <QueryStates query={workspace} label={text.loading} rows={4} />
      )}
    </div>
  )
}

const Loaded = ({ workspace }: { readonly workspace: Workspace }) => {
  const text = overviewTexts.use()
  const common = useText()
  const [address, setAddress] = useSearchParams()
  const filters = filtersOf(address)
  const query = useQuery({
    ...endpointQuery(workspaceOverview, { params: { id: workspace.id }, query: askedFor(filters) }),
    placeholderData: keepPreviousData,
  })
  const overview = shownOf(query)
  const change = (changes: Readonly<Record<string, string>>): void =>
    setAddress((current) => withChanged(current, changes), { replace: true })
  const pathWith = (changes: Readonly<Record<string, string>>): string => `?${withChanged(address, changes)}`
  return (
    <>
      <p className="meta numbers overview-meta">
        <Link to={workspacePath(workspace.id)}>
          <UserText>{workspace.name ?? text.nameless}</UserText>
        </Link>
        <span>{common.people(workspace.participantCount)}</span>
        <span>{text.days[filters.days]}</span>
      </p>
      <Filters workspaceId={workspace.id} filters={filters} overview={overview} onChange={change} />
      {overview?.unconfirmed && (
        <Suspense>
          <UnconfirmedGlass requests={overview.unconfirmed} workspace={workspace} />
        </Suspense>
      )}
      <QueryStates query={query} label={text.loading} rows={4} />
      {overview && (
        <div className="overview-grid">
          <Figures
            workspaceId={workspace.id}
            overview={overview}
            readAt={query.dataUpdatedAt}
            listPath={(list: List) => pathWith({ list })}
          />
          <WeeksCard workspaceId={workspace.id} weeks={overview.weeks} />
          <PeopleCard
            overview={overview}
            waitingPath={(person) => pathWith({ list: 'waiting', ...(person && { person, as: 'approver' }) })}
          />
          <Suspense>
            <ReadinessCard workspaceId={workspace.id} />
          </Suspense>
        </div>
      )}
      {filters.list && (
        <RequestsDrawer
          workspaceId={workspace.id}
          timeZone={workspace.timezone}
          list={filters.list}
          filters={filters}
          onClose={() => change({ list: '' })}
        />
      )}
    </>
  )
}

type FiltersProps = {
  readonly workspaceId: string
  readonly filters: OverviewFilters
  readonly overview: ReturnType<
    typeof shownOf<{
      readonly people: readonly { readonly participantId: string; readonly email: string | null }[]
    }>
  >
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
}

const Filters = ({ workspaceId, filters, overview, onChange }: FiltersProps) => {
  const text = overviewTexts.use()
  const [picked, setPicked] = useState<{ readonly id: string; readonly label: string }>()
  const { days, person, as } = filters
  const listed = overview?.people.find(({ participantId }) => participantId === person)?.email
  const label = (picked?.id === person ? picked.label : listed) ?? text.onePerson
  return (
    <div className="filters" role="search">
      <FilterChips count={person ? 1 : 0} onClear={() => onChange({ person: '', as: '' })}>
        <span className="filter-chip">
          <select
            className="input"
            aria-label={text.period}
            value={days}
            onChange={(event) => onChange({ days: event.target.value })}
          >
            {OVERVIEW_DAYS.map((one) => (
              <option key={one} value={one}>
                {text.days[one]}
              </option>
            ))}
          </select>
        </span>
        <FilterChip
          name={text.person}
          value={person && label}
          onRemove={() => onChange({ person: '', as: '' })}
        >
          {(close) => (
            <PersonPicker
              workspaceId={workspaceId}
              onPick={({ id, name, email }) => {
                setPicked({ id, label: name ?? email ?? text.erased })
                onChange({ person: id })
                close()
              }}
            />
          )}
        </FilterChip>
        {person && (
          <SelectChip label={text.side} value={as} onChange={(side) => onChange({ as: side })}>
            {OVERVIEW_SIDES.map((side) => (
              <option key={side} value={side}>
                {text.sides[side]}
              </option>
            ))}
          </SelectChip>
        )}
      </FilterChips>
    </div>
  )
}
