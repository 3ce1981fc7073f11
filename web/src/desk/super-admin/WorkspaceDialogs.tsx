import type { ListedOffer } from '#contract/workspaces/subscription/answer-offer.ts'
import type { ActivityPeriod, ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { AnswerDialog } from './details/AnswerDialog.tsx'
import { DeleteWorkspaceDialog } from './DeleteWorkspaceDialog.tsx'
import { EndPeriodDialog } from './periods/EndPeriodDialog.tsx'
import { EternalDialog } from './periods/EternalDialog.tsx'
import { PeriodDialog } from './periods/PeriodDialog.tsx'

/** The action that a super admin has started for a workspace. */
export type WorkspaceAction =
  | { readonly what: 'add' | 'eternal' | 'remove'; readonly workspace: ListedWorkspace }
  | { readonly what: 'answer'; readonly workspace: ListedWorkspace; readonly offer: ListedOffer }
  | { readonly what: 'end'; readonly workspace: ListedWorkspace; readonly period: ActivityPeriod }

type Props = { readonly action: WorkspaceAction; readonly onClose: () => void }

/** The dialog of the action. */
export const WorkspaceDialogs = ({ action, onClose }: Props) => {
  const { workspace } = action
  switch (action.what) {
    case 'add':
      return <PeriodDialog workspace={workspace} onClose={onClose} />
    case 'eternal':
      return <EternalDialog workspace={workspace} onClose={onClose} />
    case 'remove':
      return <DeleteWorkspaceDialog workspace={workspace} onClose={onClose} />
    case 'answer':
      return <AnswerDialog workspace={workspace} offer={action.offer} onClose={onClose} />
    case 'end':
      return <EndPeriodDialog workspace={workspace} period={action.period} onClose={onClose} />
  }
}
