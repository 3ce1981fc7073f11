import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { workspaceNote } from '#contract/workspaces/operator/notes.ts'
import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { formatMinute } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { NoteDialog } from './NoteDialog.tsx'
import { noteTexts } from './note-texts.ts'

type Props = { readonly workspace: ListedWorkspace; readonly onChange: () => void }

const noteOf = (id: string) => endpointQuery(workspaceNote, { params: { id } })

/** What super admins have written about the workspace, who did so last, and when. */
export const NoteSection = ({ workspace, onChange }: Props) => {
  const text = noteTexts.use()
  const language = useLanguage()
  const { id, timezone } = workspace
  const query = useQuery(noteOf(id))
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
            <Button variant="outlined" onClick={onChange}>
              {note.version === null ? text.write : text.change}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

type ChangeProps = Omit<Props, 'onChange'> & { readonly onClose: () => void }

/** Stands outside of the drawer, which is made anew when a resize moves it beside the list or over it. */
export const ChangeNote = ({ workspace, onClose }: ChangeProps) => {
  const { data: note } = useQuery(noteOf(workspace.id))
  return note && <NoteDialog workspace={workspace} note={note} onClose={onClose} />
}
