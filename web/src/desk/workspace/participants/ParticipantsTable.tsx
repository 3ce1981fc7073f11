import { useMemo, useState } from 'react'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useTable } from '@tanstack/react-table'
import type { Participant } from '#contract/workspaces.ts'
import { ListTable } from '../../../shared/ListTable.tsx'
import { isInvited, participantColumns, tableFeaturesUsed } from './participant-columns.tsx'
import { ParticipantDrawer } from './ParticipantDrawer.tsx'
import { participantsTexts } from './texts.ts'
import { useColumnContext } from './use-column-context.ts'

type Props = {
  readonly participants: readonly Participant[]
  /** Only what is there as a whole can be sorted here. */
  readonly isWhole: boolean
  readonly timeZone: string
}

/** Those who have not joined yet stand on top, as a group of their own. */
export const ParticipantsTable = ({ participants, isWhole, timeZone }: Props) => {
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
    enableSorting: isWhole,
    initialState: { sorting: [{ id: 'email', desc: false }] },
  })
  const head = table.getFlatHeaders().map((header) => ({
    name: header.id,
    label: <table.FlexRender header={header} />,
    sorted: header.column.getIsSorted(),
    onSort: header.column.getCanSort() ? header.column.getToggleSortingHandler() : undefined,
  }))
  const { rows } = table.getRowModel()
  const invited = rows.filter((row) => isInvited(row.original))
  const joined = rows.filter((row) => !isInvited(row.original))
  const groups =
    invited.length === 0
      ? [{ name: '', members: rows }]
      : [
          { name: text.groups.invited, members: invited },
          { name: text.groups.joined, members: joined },
        ].filter(({ members }) => members.length > 0)

  return (
    <div className="card table-card">
      <ListTable className="people" caption={text.caption} columns={head}>
        {groups.map(({ name, members }) => (
          <TableBody key={name} role="rowgroup">
            {name && (
              <TableRow role="row" className="group">
                <TableCell component="th" scope="rowgroup" role="rowheader" colSpan={columns.length}>
                  {name} <span>{members.length}</span>
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
