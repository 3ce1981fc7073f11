import { lazy, Suspense, useRef, useState } from 'react'
import Button from '@mui/material/Button'
import { useInfiniteQuery } from '@tanstack/react-query'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { endpointPages } from '#shared/api/api.ts'
import { Mark, PlusIcon } from '#shared/parts/icons.tsx'
import { MoreButton } from '#shared/lists/MoreButton.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { hasDraft } from '#shared/forms/use-draft.ts'
import { DeletedWorkspaces } from './DeletedWorkspaces.tsx'
import { workspacesTexts } from './texts.ts'
import { WorkspaceList } from './WorkspaceList.tsx'
import './workspaces.css'

const loadDialog = () => import('./CreateWorkspaceDialog.tsx')
const CreateWorkspaceDialog = lazy(async () => ({ default: (await loadDialog()).CreateWorkspaceDialog }))

export const WorkspacesPage = () => {
  const text = workspacesTexts.use()
  const [isCreating, setCreating] = useState(() => hasDraft('create-workspace'))
  const query = useInfiniteQuery(endpointPages(relatedWorkspaces, { query: { limit: 100 } }))
  const workspaces = query.data?.pages.flatMap((page) => page.reply.userWorkspaces)
  const page = useRef<HTMLDivElement>(null)

  const createButton = (
    <Button
      variant="contained"
      onPointerEnter={() => void loadDialog()}
      onFocus={() => void loadDialog()}
      onClick={() => setCreating(true)}
    >
      <PlusIcon />
      {text.create}
    </Button>
  )

  return (
    <div ref={page} className="wrap">
      <div className="workspaces-head">
        <PageTitle>{text.title}</PageTitle>
        {workspaces && workspaces.length > 0 && createButton}
      </div>
      <QueryStates query={query} label={text.loading} className="workspace-skeleton" />
      {workspaces?.length === 0 && (
        <div className="empty">
          <Mark />
          <h2>{text.empty}</h2>
          <p>{text.emptyText}</p>
          {createButton}
        </div>
      )}
      {workspaces && workspaces.length > 0 && <WorkspaceList workspaces={workspaces} />}
      <MoreButton
        list={page}
        count={workspaces?.length ?? 0}
        onMore={query.hasNextPage ? query.fetchNextPage : undefined}
        isLoading={query.isFetchingNextPage}
      />
      <DeletedWorkspaces isAsked={!query.isPending} />
      {isCreating && (
        <Suspense>
          <CreateWorkspaceDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  )
}
