import { lazy, Suspense } from 'react'
import type { ActivityPeriod, ListedWorkspace } from '#contract/periods.ts'
import { DeleteWorkspaceDialog } from './DeleteWorkspaceDialog.tsx'
import { EternalDialog } from './EternalDialog.tsx'

// Forms and their rules are a fifth of the page, and come when one is opened.
const PeriodDialog = lazy(async () => ({ default: (await import('./PeriodDialog.tsx')).PeriodDialog }))
const EndPeriodDialog = lazy(async () => ({
  default: (await import('./EndPeriodDialog.tsx')).EndPeriodDialog,
}))

/** What a super admin is about to do with a workspace. */
export type Asked =
  | { readonly what: 'add' | 'eternal' | 'remove'; readonly workspace: ListedWorkspace }
  | { readonly what: 'end'; readonly workspace: ListedWorkspace; readonly period: ActivityPeriod }

type Props = { readonly asked: Asked; readonly onClose: () => void }

const dialogOf = ({ asked, onClose }: Props) => {
  const { workspace } = asked
  switch (asked.what) {
    case 'add':
      return <PeriodDialog workspace={workspace} onClose={onClose} />
    case 'eternal':
      return <EternalDialog workspace={workspace} onClose={onClose} />
    case 'remove':
      return <DeleteWorkspaceDialog workspace={workspace} onClose={onClose} />
    case 'end':
      return <EndPeriodDialog workspace={workspace} period={asked.period} onClose={onClose} />
  }
}

export const WorkspaceDialogs = (props: Props) => <Suspense>{dialogOf(props)}</Suspense>
