import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { workspaceFigures } from '#contract/workspaces/operator/figures.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { BarsCard } from '#shared/charts/BarsCard.tsx'
import { withChanged } from '#shared/filters/search-params.ts'
import { subscriptionLabel } from '#shared/parts/SubscriptionChip.tsx'
import { paths } from '#shared/paths.ts'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { formatMonth, formatShortMonth } from '../names.ts'
import { noFilters } from '../workspace-filters.ts'
import { chartsTexts } from './charts-texts.ts'

/** When workspaces end, and how many workspaces and people were added. Each bar narrows the list below to those that it counts. */
export const Charts = () => {
  const text = chartsTexts.use()
  const language = useLanguage()
  const [address] = useSearchParams()
  const query = useQuery(endpointQuery(workspaceFigures))
  const pathOf = (filters: Readonly<Record<string, string>>): string =>
    `${paths.superAdmin}?${withChanged(address, { ...noFilters, ...filters })}#workspaces`
  const named = (month: string) => ({
    key: month,
    short: formatShortMonth(month, language),
    name: formatMonth(month, language),
  })
  const heads = { bar: text.month }
  return (
    <section aria-label={text.label}>
      <QueryStates query={query} label={text.loading} rows={3} />
      {query.data && (
        <div className="workspace-charts">
          <BarsCard
            {...text.ends}
            heads={heads}
            series={[
              { label: subscriptionLabel('premium'), tone: 'primary' },
              { label: subscriptionLabel('trial'), tone: 'plain' },
            ]}
            bars={query.data.ends.map(({ month, ...ends }) => ({
              ...named(month),
              parts: (['premium', 'trial'] as const).map((subscription) => ({
                value: ends[subscription],
                path: pathOf({ subscription, endsIn: month, sort: 'endDate' }),
              })),
            }))}
          />
          <BarsCard
            title={text.created.title}
            none={text.created.none}
            unit={text.unit}
            heads={heads}
            isBackwards
            series={[{ label: text.created.series, tone: 'primary' }]}
            bars={query.data.created.map(({ month, workspaces: value }) => ({
              ...named(month),
              parts: [{ value, path: pathOf({ createdIn: month }) }],
            }))}
          />
          <BarsCard
            title={text.joined.title}
            none={text.joined.none}
            unit={text.unit}
            heads={heads}
            isBackwards
            series={[{ label: text.joined.series, tone: 'primary' }]}
            bars={query.data.joined.map(({ month, people: value }) => ({
              ...named(month),
              parts: [{ value, path: pathOf({ joinedIn: month }) }],
            }))}
          />
        </div>
      )}
    </section>
  )
}
