import { lazy, Suspense, useState } from 'react'
import TableBody from '@mui/material/TableBody'
import type { ListedWorkspace } from '#contract/workspaces/periods.ts'
import { ListTable, type Column } from '#shared/lists/ListTable.tsx'
import { nextSort, sortedBy } from '#shared/filters/sorting.ts'
import { superAdminTexts } from './texts.ts'
import type { Sorted, WorkspaceFilters } from './workspace-filters.ts'
import type { WorkspaceAction } from './WorkspaceDialogs.tsx'
import { WorkspaceDrawer } from './WorkspaceDrawer.tsx'
import { WorkspaceRow } from './WorkspaceRow.tsx'

// The forms make up a tenth of the page, so they load on demand.
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

/** In every zone a day begins with one of these: what was read in the same one was read on the same day. */
const QUARTER_OF_AN_HOUR_MS = 900_000

/** All workspaces; a row opens the details beside them. */
export const WorkspacesTable = ({ workspaces, filters, readAt, onSort }: Props) => {
  const text = superAdminTexts.use()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [action, setAction] = useState<WorkspaceAction | null>(null)
  const columns = COLUMNS.map((name): Column => {
    const by = SORTED[name]
    const label = text.columns[name]
    if (!by) return { name, label, isHidden: name === 'more' }
    return {
      name,
      label,
      sorted: sortedBy(by, filters.sort),
      onSort: () => onSort(nextSort(by, filters.sort)),
    }
  })
  const opened = workspaces.find(({ id }) => id === openedId)
  return (
    <div className="card table-card">
      <ListTable className="all-workspaces" caption={text.caption} columns={columns}>
        <TableBody role="rowgroup">
          {workspaces.map((workspace) => (
            <WorkspaceRow
              key={workspace.id}
              workspace={workspace}
              isOpened={workspace.id === openedId}
              readAt={readAt - (readAt % QUARTER_OF_AN_HOUR_MS)}
              onOpen={setOpenedId}
              onAction={setAction}
            />
          ))}
        </TableBody>
      </ListTable>
      {opened && (
        <WorkspaceDrawer
          key={opened.id}
          workspace={opened}
          onAction={setAction}
          onClose={() => setOpenedId(null)}
        />
      )}
      {action && (
        <Suspense>
          <WorkspaceDialogs action={action} onClose={() => setAction(null)} />
        </Suspense>
      )}
    </div>
  )
}
