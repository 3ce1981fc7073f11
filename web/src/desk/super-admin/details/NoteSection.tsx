import { useState } from 'react'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { workspaceNote } from '#contract/workspaces/operator/notes.ts'
import type { ListedWorkspace } from '#contract/workspaces/periods.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { formatMinute } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { NoteDialog } from './NoteDialog.tsx'
import { noteTexts } from './note-texts.ts'

type Props = { readonly workspace: ListedWorkspace }

/** What super admins have written about the workspace, who did so last, and when. */
export const NoteSection = ({ workspace }: Props) => {
  const text = noteTexts.use()
  const language = useLanguage()
  const [isChanging, setChanging] = useState(false)
  const { id, timezone } = workspace
  const query = useQuery(endpointQuery(workspaceNote, { params: { id } }))
  const note = query.data
  return (
    <section>
      <h3>{text.title}</h3>
      <QueryStates query={query} label={text.loading} rows={1} />
      {note && (
        <>
          {note.version === null ? (
            <p className="muted">{text.none}</p>
          ) : (
            <p className="operator-note">
              <UserText>{note.text}</UserText>
            </p>
          )}
          {note.changedAt && note.changedBy && (
            <p className="meta">
              {text.by(formatMinute(note.changedAt, language, timezone))}{' '}
              <PersonText of={note.changedBy} erased={text.erased} />
            </p>
          )}
          <div className="drawer-actions">
            <Button variant="outlined" onClick={() => setChanging(true)}>
              {note.version === null ? text.write : text.change}
            </Button>
          </div>
          {isChanging && <NoteDialog workspace={workspace} note={note} onClose={() => setChanging(false)} />}
        </>
      )}
    </section>
  )
}
