import { useMemo, useState } from 'react'
import { useTable } from '@tanstack/react-table'
import type { Participant } from '#contract/workspaces.ts'
import { Field } from '../../../shared/plain/Field.tsx'
import { participantColumns, tableFeaturesUsed } from './participant-columns.tsx'
import { participantsTexts } from './texts.ts'
import { useColumnContext } from './use-column-context.ts'

type Props = { readonly participants: readonly Participant[]; readonly timeZone: string }

export const ParticipantsTable = ({ participants, timeZone }: Props) => {
  const text = participantsTexts.use()
  const [filter, setFilter] = useState('')
  const context = useColumnContext(timeZone)
  const columns = useMemo(() => participantColumns(context), [context])
  const table = useTable({
    features: tableFeaturesUsed,
    columns,
    data: participants,
    getRowId: (participant) => participant.id,
    state: { globalFilter: filter },
    globalFilterFn: 'includesString',
    getColumnCanGlobalFilter: () => true,
  })
  const { rows } = table.getRowModel()

  return (
    <>
      <div className="list-head">
        <Field
          label={text.filter}
          type="search"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <p className="muted" role="status">
          {text.count(rows.length, participants.length)}
        </p>
      </div>
      {rows.length === 0 && (
        <p>
          {participants.length === 0 ? text.none : text.noHits}{' '}
          {filter && (
            <button type="button" className="button-link" onClick={() => setFilter('')}>
              {text.clear}
            </button>
          )}
        </p>
      )}
      {rows.length > 0 && (
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
                      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}
                    >
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
      )}
    </>
  )
}
