import { lazy, Suspense, useCallback, useState } from 'react'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { ListedWorkspace } from '#contract/periods.ts'
import { superAdminTexts } from './texts.ts'
import { nextSort, type Sorted, type WorkspaceFilters } from './workspace-filters.ts'
import type { Asked } from './WorkspaceDialogs.tsx'
import { WorkspaceDrawer } from './WorkspaceDrawer.tsx'
import { WorkspaceRow } from './WorkspaceRow.tsx'

// Forms and their rules are a tenth of the page, and come when they are asked for.
const WorkspaceDialogs = lazy(async () => ({
  default: (await import('./WorkspaceDialogs.tsx')).WorkspaceDialogs,
}))

type Props = {
  readonly workspaces: readonly ListedWorkspace[]
  readonly filters: WorkspaceFilters
  /** When they were read, in milliseconds. */
  readonly readAt: number
  readonly onSort: (sort: WorkspaceFilters['sort']) => void
}

const COLUMNS = ['name', 'billing', 'people', 'subscription', 'active', 'end', 'more'] as const
/** The server sorts: it alone has all of them. */
const SORTED: Readonly<Partial<Record<(typeof COLUMNS)[number], Sorted>>> = { name: 'name', end: 'endDate' }
const DIRECTIONS = { '': 'asc', '-': 'desc' } as const

/** All workspaces; a row opens the details beside them. */
export const WorkspacesTable = ({ workspaces, filters, readAt, onSort }: Props) => {
  const text = superAdminTexts.use()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = useCallback(() => setOpenedId(null), [])
  const opened = workspaces.find(({ id }) => id === openedId)
  return (
    <div className="card table-card">
      <Table className="all-workspaces" role="table">
        <caption className="visually-hidden">{text.caption}</caption>
        <TableHead role="rowgroup">
          <TableRow role="row">
            {COLUMNS.map((column) => {
              const by = SORTED[column]
              const direction = filters.sort === by ? '' : filters.sort === `-${by}` ? '-' : null
              const isSorted = by !== undefined && direction !== null
              const label = text.columns[column]
              return (
                <TableCell
                  key={column}
                  component="th"
                  scope="col"
                  role="columnheader"
                  className={`cell-${column}`}
                  sortDirection={isSorted && DIRECTIONS[direction]}
                >
                  {by ? (
                    <TableSortLabel
                      component="button"
                      active={isSorted}
                      direction={DIRECTIONS[direction ?? '']}
                      onClick={() => onSort(nextSort(by, filters))}
                    >
                      {label}
                    </TableSortLabel>
                  ) : (
                    <span className={column === 'more' ? 'visually-hidden' : undefined}>{label}</span>
                  )}
                </TableCell>
              )
            })}
          </TableRow>
        </TableHead>
        <TableBody role="rowgroup">
          {workspaces.map((workspace) => (
            <WorkspaceRow
              key={workspace.id}
              workspace={workspace}
              isOpened={workspace.id === openedId}
              readAt={readAt}
              onOpen={setOpenedId}
              onAsk={setAsked}
            />
          ))}
        </TableBody>
      </Table>
      {opened && <WorkspaceDrawer key={opened.id} workspace={opened} onAsk={setAsked} onClose={close} />}
      {asked && (
        <Suspense>
          <WorkspaceDialogs asked={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </div>
  )
}
