import { BarChart } from '@mui/x-charts/BarChart'
import type { Bar, Series } from './bars.ts'

const COLORS = { primary: 'var(--primary)', danger: 'var(--danger)', plain: 'var(--line-strong)' } as const

type Props = {
  readonly series: readonly Series[]
  readonly bars: readonly Bar[]
  readonly onOpen: (path: string) => void
}

/** Stacked bars, named by the card that shows them: the library would name an element without a role. Arrow keys go from one to the next; a table says the same. */
export const BarsChart = ({ series, bars, onOpen }: Props) => (
  <BarChart
    height={240}
    margin={{ left: 0, right: 0, top: 8, bottom: 0 }}
    skipAnimation
    hideLegend
    borderRadius={2}
    grid={{ horizontal: true }}
    xAxis={[
      {
        scaleType: 'band',
        data: bars.map(({ key }) => key),
        disableLine: true,
        disableTicks: true,
        tickLabelMinGap: 4,
        valueFormatter: (key: string, { location }) =>
          bars.find((bar) => bar.key === key)![location === 'tick' ? 'short' : 'name'],
      },
    ]}
    yAxis={[{ disableLine: true, disableTicks: true, width: 36, tickMinStep: 1 }]}
    series={series.map(({ label, tone }, index) => ({
      id: `${index}`,
      stack: 'all',
      label,
      color: COLORS[tone],
      data: bars.map(({ parts }) => parts[index]!.value),
    }))}
    onItemClick={(_, { seriesId, dataIndex }) => {
      const part = bars[dataIndex]?.parts[Number(seriesId)]
      if (part) onOpen(part.path)
    }}
  />
)
