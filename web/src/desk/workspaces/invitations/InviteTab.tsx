import { lazy, Suspense, useState } from 'react'
import Button from '@mui/material/Button'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { usePendingChanges } from '#shared/changes/waiting-changes.ts'
import { WaitingInvitations } from '#shared/changes/WaitingInvitations.tsx'
import { hasDraft } from '#shared/forms/use-draft.ts'
import { draftOfMany } from './invite-draft.ts'
import { InviteOne } from './InviteOne.tsx'
import { inviteTexts } from './texts.ts'

const InviteMany = lazy(async () => ({ default: (await import('./InviteMany.tsx')).InviteMany }))

type Props = { readonly workspace: Workspace }

/** Invites one person or several. */
export const InviteTab = ({ workspace }: Props) => {
  const text = inviteTexts.use()
  const [isMany, setMany] = useState(() => hasDraft(draftOfMany(workspace.id)))
  const others = <Button onClick={() => setMany(!isMany)}>{isMany ? text.one : text.several}</Button>
  const Form = isMany ? InviteMany : InviteOne
  const pending = usePendingChanges(workspace.id)
  return (
    <>
      <Suspense>
        <Form workspace={workspace} others={others} />
      </Suspense>
      {pending.data && <WaitingInvitations pending={pending.data} />}
    </>
  )
}
