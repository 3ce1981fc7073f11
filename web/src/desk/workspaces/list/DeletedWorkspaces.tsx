import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { deletedWorkspaces } from '#contract/workspaces/history-export.ts'
import { endpointQuery } from '#shared/api/api.ts'

const DeletedList = lazy(async () => ({ default: (await import('./DeletedList.tsx')).DeletedList }))

/** Hardly anybody has one: what shows it is loaded when there is something to show. */
export const DeletedWorkspaces = ({ isAsked }: { readonly isAsked: boolean }) => {
  const { data } = useQuery({ ...endpointQuery(deletedWorkspaces), enabled: isAsked })
  if (!data || data.length === 0) return null
  return (
    <Suspense>
      <DeletedList workspaces={data} />
    </Suspense>
  )
}
