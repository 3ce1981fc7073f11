import { lazy, Suspense, useState } from 'react'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { groupList, removeGroup, type Group } from '#contract/workspaces/approving/groups.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { sayWaits } from '#shared/changes/say-waits.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
import { ErrorBoundary } from '#shared/parts/ErrorBoundary.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { groupsTexts } from './texts.ts'
import './groups.css'

const GroupDialog = lazy(async () => ({ default: (await import('./GroupDialog.tsx')).GroupDialog }))

type Props = { readonly workspace: Workspace }

/** The groups of a workspace: add, edit, remove. */
export const GroupSection = ({ workspace: { id: workspaceId } }: Props) => {
  const text = groupsTexts.use()
  const [edited, setEdited] = useState<Group | 'new' | null>(null)
  const [removed, setRemoved] = useState<Group | null>(null)
  const query = useQuery(endpointQuery(groupList, { params: { workspaceId } }))
  return (
    <div className="stack">
      <p>{text.text}</p>
      <QueryStates query={query} label={text.loading} />
      {query.data?.length === 0 && <p className="muted">{text.none}</p>}
      {query.data && query.data.length > 0 && (
        <ul className="groups">
          {query.data.map((group) => (
            <Row
              key={group.id}
              group={group}
              onEdit={() => setEdited(group)}
              onRemove={() => setRemoved(group)}
            />
          ))}
        </ul>
      )}
      <div className="form-foot">
        <Button variant="outlined" onClick={() => setEdited('new')}>
          {text.add}
        </Button>
      </div>
      {edited !== null && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <GroupDialog
              workspaceId={workspaceId}
              group={edited === 'new' ? null : edited}
              onClose={() => setEdited(null)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      {removed !== null && (
        <RemoveDialog workspaceId={workspaceId} group={removed} onClose={() => setRemoved(null)} />
      )}
    </div>
  )
}

type RowProps = { readonly group: Group; readonly onEdit: () => void; readonly onRemove: () => void }

const Row = ({ group: { name, participantIds }, onEdit, onRemove }: RowProps) => {
  const text = groupsTexts.use()
  const shown = name ?? text.erased
  return (
    <li>
      <div>
        <p>
          <strong>
            <UserText>{shown}</UserText>
          </strong>
        </p>
        <p className="muted">{participantIds.length === 0 ? text.empty : text.size(participantIds.length)}</p>
      </div>
      <div>
        <Button aria-label={text.editNamed(shown)} onClick={onEdit}>
          {text.edit}
        </Button>
        <Button color="error" aria-label={text.removeNamed(shown)} onClick={onRemove}>
          {text.remove}
        </Button>
      </div>
    </li>
  )
}

type RemoveProps = { readonly workspaceId: string; readonly group: Group; readonly onClose: () => void }

const RemoveDialog = ({ workspaceId, group: { id, name }, onClose }: RemoveProps) => {
  const text = groupsTexts.use()
  const command = useCommand(removeGroup, {
    onSuccess(reply) {
      sayWaits(reply)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={<UserText words={text.removeQuestion}>{name ?? text.erased}</UserText>}
      submit={text.remove}
      isDangerous
      isPending={command.isPending}
      error={command.error}
      onSubmit={() => command.mutate({ params: { workspaceId }, body: { id } })}
      onClose={onClose}
    >
      <p>{text.removeText}</p>
    </ConfirmDialog>
  )
}
