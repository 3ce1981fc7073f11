import { useState } from 'react'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { Field } from '#shared/native/Field.tsx'
import { useInboxCounts } from '#shared/reads/use-inbox.ts'
import { workspacesTexts } from './texts.ts'
import { WorkspaceCard } from './WorkspaceCard.tsx'

const SEARCH_FROM = 8

type Props = { readonly workspaces: readonly WorkspaceMembership[] }

const contains = (workspace: WorkspaceMembership, words: string): boolean =>
  `${workspace.name ?? ''} ${workspace.description ?? ''}`.toLowerCase().includes(words.trim().toLowerCase())

export const WorkspaceList = ({ workspaces }: Props) => {
  const text = workspacesTexts.use()
  const [words, setWords] = useState('')
  const inbox = useInboxCounts()
  const shown = workspaces.filter((workspace) => contains(workspace, words))
  return (
    <>
      {workspaces.length >= SEARCH_FROM && (
        <div className="workspaces-search">
          <Field
            label={text.search}
            type="search"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
      )}
      {shown.length === 0 && (
        <p role="status">
          {text.noHits(words)}{' '}
          <button type="button" className="button-link" onClick={() => setWords('')}>
            {text.clear}
          </button>
        </p>
      )}
      <ul className="workspace-cards">
        {shown.map((workspace) => (
          <WorkspaceCard
            key={workspace.id}
            workspace={workspace}
            waiting={inbox?.workspaces.find(({ workspaceId }) => workspaceId === workspace.id)?.waiting ?? 0}
          />
        ))}
      </ul>
    </>
  )
}
