import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { ListTable, type Selection } from '#shared/lists/ListTable.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { nameOf } from './names.ts'
import { superAdminTexts } from './texts.ts'
import { workspaceColumns } from './workspace-columns.tsx'
import type { WorkspaceAction } from './WorkspaceDialogs.tsx'

// The forms and the details make up much of the page, so they load on demand.
const WorkspaceDialogs = lazy(async () => ({
  default: (await import('./WorkspaceDialogs.tsx')).WorkspaceDialogs,
}))

const WorkspaceDrawer = lazy(async () => ({
  default: (await import('./details/WorkspaceDrawer.tsx')).WorkspaceDrawer,
}))

type Props = {
  readonly workspaces: readonly ListedWorkspace[]
  readonly sort: string
  /** Milliseconds since the epoch. */
  readonly readAt: number
  readonly onSort: (sort: string) => void
  readonly selection?: Omit<Selection<ListedWorkspace>, 'nameOf'>
}

/** In every time zone a day starts at a multiple of this. Two reads within one such span are on the same day. */
const QUARTER_OF_AN_HOUR_MS = 900_000

const idOf = ({ id }: ListedWorkspace): string => id

/** A row opens the details beside the list. */
export const WorkspacesTable = ({ workspaces, sort, readAt, onSort, selection }: Props) => {
  const text = superAdminTexts.use()
  const language = useLanguage()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [action, setAction] = useState<WorkspaceAction | null>(null)
  const quarter = Math.floor(readAt / QUARTER_OF_AN_HOUR_MS)
  const columns = useMemo(() => {
    const now = new Date(quarter * QUARTER_OF_AN_HOUR_MS)
    return workspaceColumns({ text, language, now, onAction: setAction })
  }, [text, language, quarter])
  const open = useCallback(({ id }: ListedWorkspace) => setOpenedId(id), [])
  const opened = workspaces.find(({ id }) => id === openedId)
  return (
    <>
      <ListTable
        name="all-workspaces"
        caption={text.caption}
        columns={columns}
        rows={workspaces}
        idOf={idOf}
        sort={sort}
        onSort={onSort}
        openedId={openedId}
        onOpen={open}
        {...(selection && {
          selection: { ...selection, nameOf: (one: ListedWorkspace) => nameOf(one, text) },
        })}
      />
      {opened && (
        <Suspense>
          <WorkspaceDrawer
            key={opened.id}
            workspace={opened}
            onAction={setAction}
            onClose={() => setOpenedId(null)}
          />
        </Suspense>
      )}
      {action && (
        <Suspense>
          <WorkspaceDialogs action={action} onClose={() => setAction(null)} />
        </Suspense>
      )}
    </>
  )
}
