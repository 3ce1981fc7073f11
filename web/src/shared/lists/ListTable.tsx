import type { ReactNode } from 'react'
import Table from '@mui/material/Table'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'

export type Column = {
  readonly name: string
  readonly label: ReactNode
  /** The label is read out alone. */
  readonly isHidden?: boolean
  /** Absent: the list cannot be sorted by it. */
  readonly onSort?: ((event: unknown) => void) | undefined
  readonly sorted?: 'asc' | 'desc' | false
}
type Props = {
  readonly className: string
  readonly caption: string
  readonly columns: readonly Column[]
  /** The bodies of the table. */
  readonly children: ReactNode
}

/** A list in a card. Roles are named, as the styles of narrow screens take the table's away. */
export const ListTable = ({ className, caption, columns, children }: Props) => (
  <Table className={className} role="table">
    <caption className="visually-hidden">{caption}</caption>
    <TableHead role="rowgroup">
      <TableRow role="row">
        {columns.map((column) => (
          <HeadCell key={column.name} {...column} />
        ))}
      </TableRow>
    </TableHead>
    {children}
  </Table>
)

const HeadCell = ({ name, label, isHidden = false, onSort, sorted = false }: Column) => (
  <TableCell component="th" scope="col" role="columnheader" className={`cell-${name}`} sortDirection={sorted}>
    {onSort ? (
      <TableSortLabel
        component="button"
        active={sorted !== false}
        direction={sorted || 'asc'}
        onClick={onSort}
      >
        {label}
      </TableSortLabel>
    ) : (
      <span className={isHidden ? 'visually-hidden' : undefined}>{label}</span>
    )}
  </TableCell>
)
