import { memo, type CSSProperties, type MouseEvent } from 'react'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import {
  useTable,
  type Cell,
  type Header,
  type Row,
  type RowData,
  type RowSelectionState,
  type Updater,
} from '@tanstack/react-table'
import { listFeatures, type ListColumns } from './list-columns.ts'
import { ResizeHandle } from './ResizeHandle.tsx'
import { sortingStateOf, sortOf } from './sorting.ts'
import { listTexts } from './texts.ts'
import { useColumnWidths } from './use-column-widths.ts'
import './lists.css'

type Features = typeof listFeatures

export type RowGroup<T> = {
  readonly id: string
  readonly name: string
  readonly count: number
  readonly has: (row: T) => boolean
}
export type Selection<T> = {
  /** The ids of the selected rows. */
  readonly selected: readonly string[]
  readonly onChange: (selected: readonly string[]) => void
  /** What screen readers call a row; null if it cannot be selected. */
  readonly nameOf: (row: T) => string | null
}
type Props<T extends RowData> = {
  /** The class of the table. The reader's column widths are stored under it. */
  readonly name: string
  readonly caption: string
  /** The same array as long as nothing in it changes. */
  readonly columns: ListColumns<T>
  readonly rows: readonly T[]
  readonly idOf: (row: T) => string
  readonly sort?: string
  readonly onSort?: (sort: string) => void
  /** Without groups the list has one body. Empty groups are left out. */
  readonly groups?: readonly RowGroup<T>[] | undefined
  readonly openedId?: string | null
  /** The same function as long as nothing in it changes. */
  readonly onOpen?: (row: T) => void
  readonly selection?: Selection<T>
}

const next = <S,>(updater: Updater<S>, state: S): S =>
  typeof updater === 'function' ? (updater as (state: S) => S)(state) : updater

/** A list with columns, in a card. Roles are explicit because the narrow layout removes the table's own. */
export const ListTable = <T extends RowData>(props: Props<T>) => {
  const { name, caption, columns, rows: data, idOf, sort = '', onSort, openedId, onOpen, selection } = props
  const [columnSizing, saveWidths] = useColumnWidths(name)
  const sorting = sortingStateOf(sort)
  const rowSelection: RowSelectionState = Object.fromEntries(
    (selection?.selected ?? []).map((id) => [id, true]),
  )
  const table = useTable({
    features: listFeatures,
    columns,
    data,
    getRowId: idOf,
    defaultColumn: { enableSorting: false, sortDescFirst: false },
    enableMultiSort: false,
    manualSorting: true,
    state: { sorting, columnSizing, rowSelection },
    onSortingChange: (updater) => onSort?.(sortOf(next(updater, sorting))),
    onColumnSizingChange: (updater) => saveWidths(next(updater, columnSizing)),
    enableRowSelection: ({ original }) => selection?.nameOf(original) !== null,
    onRowSelectionChange: (updater) => selection?.onChange(Object.keys(next(updater, rowSelection))),
  })
  const { rows } = table.getRowModel()
  const headers = table.getFlatHeaders()
  const flexibleAt = headers.findIndex(({ column }) => column.columnDef.meta?.isFlexible)
  const groups = props.groups ?? [{ id: 'all', name: '', count: rows.length, has: () => true }]
  return (
    <div className="card table-card">
      <Table className={name} role="table">
        <caption className="visually-hidden">{caption}</caption>
        <TableHead role="rowgroup">
          <TableRow role="row">
            {selection && (
              <SelectAllCell
                isAll={table.getIsAllRowsSelected()}
                isSome={selection.selected.length > 0}
                onToggle={() => table.toggleAllRowsSelected()}
              />
            )}
            {headers.map((header, at) => (
              <HeaderCell
                key={header.id}
                header={header}
                width={columnSizing[header.id]}
                side={at < flexibleAt ? 'end' : 'start'}
              />
            ))}
          </TableRow>
        </TableHead>
        {groups.map(({ id, name: title, count, has }) => {
          const members = rows.filter((row) => has(row.original))
          if (members.length === 0) return null
          return (
            <TableBody key={id} role="rowgroup">
              {title && (
                <TableRow role="row" className="group">
                  <TableCell
                    component="th"
                    scope="rowgroup"
                    role="rowheader"
                    colSpan={headers.length + (selection ? 1 : 0)}
                  >
                    {title} <span>{count}</span>
                  </TableCell>
                </TableRow>
              )}
              {members.map((row) => (
                <ListRow
                  key={row.id}
                  row={row}
                  columns={columns}
                  isOpened={row.id === openedId}
                  isSelected={row.id in rowSelection}
                  selectName={selection?.nameOf(row.original)}
                  onOpen={onOpen}
                />
              ))}
            </TableBody>
          )
        })}
      </Table>
    </div>
  )
}

type HeaderProps<T extends RowData> = {
  readonly header: Header<Features, T>
  readonly width: number | undefined
  readonly side: 'start' | 'end'
}

const HeaderCell = <T extends RowData>({ header, width, side }: HeaderProps<T>) => {
  const text = listTexts.use()
  const { column } = header
  const { columnDef, table } = column
  const { isFlexible, isFixed, isHeaderHidden } = columnDef.meta ?? {}
  const label = String(columnDef.header)
  const sorted = column.getIsSorted()
  return (
    <TableCell
      component="th"
      scope="col"
      role="columnheader"
      aria-label={label}
      className={`cell-${column.id} ${isFlexible ? 'is-flexible' : ''}`}
      sortDirection={sorted}
      style={width === undefined ? undefined : ({ '--width': `${width}%` } as CSSProperties)}
    >
      {column.getCanSort() ? (
        <TableSortLabel
          component="button"
          active={sorted !== false}
          direction={sorted || 'asc'}
          onClick={() => column.toggleSorting()}
        >
          {label}
        </TableSortLabel>
      ) : (
        <span className={isHeaderHidden ? 'visually-hidden' : undefined}>{label}</span>
      )}
      {!isFlexible && !isFixed && (
        <ResizeHandle
          label={text.width(label)}
          side={side}
          onResize={(percent) =>
            percent === null
              ? column.resetSize()
              : table.setColumnSizing((before) => ({ ...before, [column.id]: percent }))
          }
        />
      )}
    </TableCell>
  )
}

type RowProps<T extends RowData> = {
  readonly row: Row<Features, T>
  readonly columns: ListColumns<T>
  readonly isOpened: boolean
  readonly isSelected: boolean
  /** Undefined: rows cannot be selected. Null: this one cannot. */
  readonly selectName: string | null | undefined
  readonly onOpen: ((row: T) => void) | undefined
}

const PlainRow = <T extends RowData>({ row, isOpened, isSelected, selectName, onOpen }: RowProps<T>) => (
  <TableRow
    role="row"
    selected={isOpened}
    className={isSelected ? 'is-selected' : undefined}
    onClick={onOpen && (() => onOpen(row.original))}
  >
    {selectName !== undefined && (
      <SelectCell name={selectName} isSelected={isSelected} onToggle={row.getToggleSelectedHandler()} />
    )}
    {row.getAllCells().map((cell) => (
      <ListCell key={cell.id} cell={cell} />
    ))}
  </TableRow>
)

/** The table makes new row objects for each read. A list may hold thousands, so only rows with new data render again. */
const ListRow = memo(PlainRow, (before, after) =>
  (Object.keys(after) as (keyof typeof after)[]).every((key) =>
    key === 'row' ? before.row.original === after.row.original : before[key] === after[key],
  ),
) as typeof PlainRow

/** Calls the cell function of the column. `FlexRender` would mount the cell anew for each new function. */
const ListCell = <T extends RowData>({ cell }: { readonly cell: Cell<Features, T> }) => {
  const { meta, cell: render } = cell.column.columnDef
  const { isRowHeader, className = '' } = meta ?? {}
  return (
    <TableCell
      {...(isRowHeader ? { component: 'th', scope: 'row', role: 'rowheader' } : { role: 'cell' })}
      className={`cell-${cell.column.id} ${className}`}
    >
      {typeof render === 'function' ? render(cell.getContext()) : render}
    </TableCell>
  )
}

type SelectAllProps = {
  readonly isAll: boolean
  readonly isSome: boolean
  readonly onToggle: () => void
}

const SelectAllCell = ({ isAll, isSome, onToggle }: SelectAllProps) => {
  const text = listTexts.use()
  return (
    <TableCell
      component="th"
      scope="col"
      role="columnheader"
      aria-label={text.selection}
      className="cell-select"
    >
      <label>
        <input
          type="checkbox"
          aria-label={text.selectAll}
          checked={isAll}
          ref={(input) => {
            if (input) input.indeterminate = isSome && !isAll
          }}
          onChange={onToggle}
        />
      </label>
    </TableCell>
  )
}

type SelectProps = {
  readonly name: string | null
  readonly isSelected: boolean
  readonly onToggle: (event: unknown) => void
}

/** A click here selects the row and does not open it. With Shift it selects all rows up to the last selected one. */
const SelectCell = ({ name, isSelected, onToggle }: SelectProps) => {
  const text = listTexts.use()
  return (
    <TableCell role="cell" className="cell-select" onClick={(event: MouseEvent) => event.stopPropagation()}>
      {name !== null && (
        <label>
          <input type="checkbox" aria-label={text.select(name)} checked={isSelected} onChange={onToggle} />
        </label>
      )}
    </TableCell>
  )
}
