import { useMemo } from 'react'
import { useTable } from '@tanstack/react-table'
import type { Participant } from '#contract/workspaces.ts'
import { participantColumns, tableFeaturesUsed } from './participant-columns.tsx'
import { participantsTexts } from './texts.ts'
import { useColumnContext } from './use-column-context.ts'

const ARIA_SORT = { asc: 'ascending', desc: 'descending', none: 'none' } as const

type Props = {
  readonly participants: readonly Participant[]
  /** Only what is there as a whole can be sorted here. */
  readonly isWhole: boolean
  readonly timeZone: string
}

export const ParticipantsTable = ({ participants, isWhole, timeZone }: Props) => {
  const text = participantsTexts.use()
  const context = useColumnContext(timeZone)
  const columns = useMemo(() => participantColumns(context), [context])
  const table = useTable({
    features: tableFeaturesUsed,
    columns,
    data: participants,
    getRowId: (participant) => participant.id,
    enableSorting: isWhole,
  })
  const { rows } = table.getRowModel()

  return (
    <table className="list" role="table">
      <caption className="visually-hidden">{text.caption}</caption>
      <thead role="rowgroup">
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} role="row">
            {group.headers.map((header) => {
              const sorted = header.column.getIsSorted()
              return (
                <th
                  key={header.id}
                  scope="col"
                  role="columnheader"
                  aria-sort={isWhole ? ARIA_SORT[sorted || 'none'] : undefined}
                >
                  {isWhole ? (
                    <button
                      type="button"
                      className="list-sort"
                      onClick={header.column.getToggleSortingHandler()}
                    >
                      <table.FlexRender header={header} />
                      <span aria-hidden="true">
                        {sorted === 'asc' ? ' ▲' : sorted === 'desc' ? ' ▼' : ''}
                      </span>
                    </button>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </th>
              )
            })}
          </tr>
        ))}
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row.id} role="row">
            {row.getAllCells().map((cell) => (
              <td key={cell.id} role="cell" data-label={String(cell.column.columnDef.header)}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
