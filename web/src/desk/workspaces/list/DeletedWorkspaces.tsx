import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { deletedWorkspaces } from '#contract/workspaces/history-export.ts'
import { endpointQuery } from '#shared/api/api.ts'

const DeletedList = lazy(async () => ({ default: (await import('./DeletedList.tsx')).DeletedList }))

/** Loads the list only if there is a deleted workspace, because few users have one. */
export const DeletedWorkspaces = ({ isAsked }: { readonly isAsked: boolean }) => {
  const { data } = useQuery({ ...endpointQuery(deletedWorkspaces), enabled: isAsked })
  if (!data || data.length === 0) return null
  return (
    <Suspense>
      <DeletedList workspaces={data} />
    </Suspense>
  )
}
