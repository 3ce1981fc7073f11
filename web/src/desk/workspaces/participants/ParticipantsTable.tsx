import { useMemo, useState } from 'react'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useTable } from '@tanstack/react-table'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { nextSort, sortedBy } from '#shared/filters/sorting.ts'
import { ListTable, type Column } from '#shared/lists/ListTable.tsx'
import { participantColumns, SORTED, tableFeaturesUsed } from './participant-columns.tsx'
import type { ParticipantFilters } from './participant-filters.ts'
import { ParticipantDrawer } from './drawer/ParticipantDrawer.tsx'
import { participantsTexts } from './texts.ts'
import { useColumnContext } from './use-column-context.ts'

type Props = {
  readonly participants: readonly Participant[]
  /** How many there are, those that are not loaded among them. */
  readonly total: number
  readonly sort: ParticipantFilters['sort']
  readonly onSort: (sort: ParticipantFilters['sort']) => void
  readonly timeZone: string
}

/** Whose invitation is pending come first, as a group of their own, unless the list is sorted. */
export const ParticipantsTable = ({ participants, total, sort, onSort, timeZone }: Props) => {
  const text = participantsTexts.use()
  const context = useColumnContext(timeZone)
  const columns = useMemo(() => participantColumns(context), [context])
  const [openedId, setOpenedId] = useState<string | null>(null)
  const opened = participants.find(({ id }) => id === openedId)
  const table = useTable({
    features: tableFeaturesUsed,
    columns,
    data: participants,
    getRowId: (participant) => participant.id,
  })
  const head = table.getFlatHeaders().map((header): Column => {
    const by = SORTED[header.id]
    const column = { name: header.id, label: <table.FlexRender header={header} /> }
    return by ? { ...column, sorted: sortedBy(by, sort), onSort: () => onSort(nextSort(by, sort)) } : column
  })
  const { rows } = table.getRowModel()
  const pending = rows.filter((row) => row.original.invite === 'pending')
  const others = rows.filter((row) => row.original.invite !== 'pending')
  // The last one pending goes without all the other rows being made anew: who reads there keeps their place.
  const groups =
    sort || pending.length === 0
      ? [{ id: 'others', name: '', members: rows, count: total }]
      : [
          { id: 'pending', name: text.groups.pending, members: pending, count: pending.length },
          { id: 'others', name: text.groups.others, members: others, count: total - pending.length },
        ].filter(({ members }) => members.length > 0)

  return (
    <div className="card table-card">
      <ListTable className="people" caption={text.caption} columns={head}>
        {groups.map(({ id, name, members, count }) => (
          <TableBody key={id} role="rowgroup">
            {name && (
              <TableRow role="row" className="group">
                <TableCell component="th" scope="rowgroup" role="rowheader" colSpan={columns.length}>
                  {name} <span>{count}</span>
                </TableCell>
              </TableRow>
            )}
            {members.map((row) => (
              <TableRow
                key={row.id}
                role="row"
                selected={row.id === openedId}
                onClick={() => setOpenedId(row.id)}
              >
                {row.getAllCells().map((cell) => (
                  <TableCell key={cell.id} role="cell" className={`cell-${cell.column.id}`}>
                    <table.FlexRender cell={cell} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        ))}
      </ListTable>
      {opened && (
        <ParticipantDrawer participant={opened} timeZone={timeZone} onClose={() => setOpenedId(null)} />
      )}
    </div>
  )
}
