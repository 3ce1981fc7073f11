import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import { useForm, useWatch } from 'react-hook-form'
import { inviteParticipants, type InvitedRow } from '#contract/workspaces/invitations.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { FormTextField } from '#shared/forms/FormTextField.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { useFormDraft } from '#shared/forms/use-draft.ts'
import { isFull, useSeats, type Seats } from '#shared/reads/use-seats.ts'
import { GrantFields } from './GrantFields.tsx'
import { draftOfMany } from './invite-draft.ts'
import { textOfFile } from './invite-file.ts'
import {
  checkRows,
  headingsOf,
  isTable,
  rowsOfList,
  rowsOfTable,
  textOfOpen,
  type CheckedRow,
  type Grant,
  type NamedRow,
} from './invite-rows.ts'
import { CheckedRows, ResultRows, toldRows } from './InviteRows.tsx'
import { keepGrant, lastGrant } from './last-grant.ts'
import { SeatsNotice } from './SeatsNotice.tsx'
import { inviteTexts } from './texts.ts'

type Props = {
  readonly workspace: Workspace
  /** Opens the form for one person. Absent if the surrounding page has a heading. */
  readonly others?: ReactNode
}
type Values = Grant & {
  readonly list: string
  /** Whether the text came from a file, which contains a table. */
  readonly isFile: boolean
}

type Sent = { readonly list: string; readonly rows: readonly CheckedRow[] }

const USUAL: Grant = { role: 'regular user', approver: true, requester: true }
const MOST_BYTES = 1024 * 1024
const UNDO_MS = 10_000

/** The people in the text. A table takes a moment, because its parser loads first. */
const useNamed = (list: string, isFile: boolean): readonly NamedRow[] => {
  const [named, setNamed] = useState<readonly NamedRow[]>([])
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const rows = isFile || isTable(list) ? await rowsOfTable(list) : rowsOfList(list)
      if (isCurrent) setNamed(rows)
    }
    read().catch(showError)
    return () => {
      isCurrent = false
    }
  }, [list, isFile])
  return named
}

/** Invites several people from a list or a table. Shows the checked rows before, and the result of each afterwards. */
export const InviteMany = ({ workspace, others }: Props) => {
  const text = inviteTexts.use()
  const seats = useSeats(workspace.id)
  const [grant] = useState(() => lastGrant(workspace.id) ?? USUAL)
  const form = useForm<Values>({ defaultValues: { list: '', isFile: false, ...grant } })
  useFormDraft(draftOfMany(workspace.id), form)
  const [list, isFile, role, approver, requester] = useWatch({
    control: form.control,
    name: ['list', 'isFile', 'role', 'approver', 'requester'],
  })
  const named = useNamed(list, isFile)
  const rows = useMemo(
    () => checkRows(named, { role, approver, requester }),
    [named, role, approver, requester],
  )
  const headings = useMemo(() => headingsOf(list), [list])
  const [sent, setSent] = useState<Sent>()
  const command = useCommand(inviteParticipants, { onError: (error) => showError(error) })
  const good = rows.flatMap(({ invitee }) => invitee ?? [])
  const hindrance = hindranceOf(workspace, seats, good.length)
  const isBlocked = command.isPending || hindrance !== null
  /** What was not invited stays for correction. */
  const keepOpen = (results: readonly InvitedRow[]) => {
    const values = form.getValues()
    keepGrant(workspace.id, values)
    if (values.list !== list) return
    const open = toldRows(rows, results).filter(({ outcome }) => outcome === 'invalid')
    const rest = textOfOpen(list, rows, new Set(open.map(({ line }) => line)))
    setSent({ list: rest, rows })
    form.reset({ ...values, list: rest, isFile: values.isFile && rest !== '' })
  }
  const submit = form.handleSubmit(() => {
    if (isBlocked) return
    setSent({ list, rows })
    command.mutate(
      { params: { id: workspace.id }, body: { participants: good } },
      { onSuccess: ({ results }) => keepOpen(results) },
    )
  })
  const isTold = sent && command.data && (list === '' || list === sent.list)
  const show = (people: string, isOfFile: boolean) => {
    form.clearErrors('list')
    form.setValue('isFile', isOfFile, { shouldDirty: true })
    form.setValue('list', people, { shouldDirty: true })
  }

  return (
    <div className="columns">
      <form className="form card panel workspace-form" noValidate onSubmit={(event) => void submit(event)}>
        {others && (
          <div className="panel-head">
            <h2>{text.titleMany}</h2>
            {others}
          </div>
        )}
        <SeatsNotice seats={seats} />
        <FormTextField
          label={text.list}
          multiline
          minRows={5}
          maxRows={12}
          autoComplete="off"
          hint={text.listHint}
          error={form.formState.errors.list?.message}
          field={form.register('list', {
            // An empty field is a list again.
            onChange: ({ target }: { target: HTMLTextAreaElement }) =>
              target.value === '' && form.setValue('isFile', false),
          })}
        />
        <FileButton
          onRead={(read) => {
            if ('problem' in read) return form.setError('list', { message: text[read.problem] })
            show(read.text, true)
            if (list.trim() === '' || isFile) return
            showToast({
              message: text.replaced,
              action: { label: text.undo, run: () => show(list, false) },
              autoHideDuration: UNDO_MS,
            })
          }}
        />
        <GrantFields
          role={form.register('role')}
          approver={form.register('approver')}
          requester={form.register('requester')}
        />
        {command.error && <ErrorNotice error={command.error} />}
        <Submit count={good.length} hindrance={hindrance} isPending={command.isPending} />
      </form>
      {isTold ? (
        <ResultRows
          key={command.submittedAt}
          workspaceId={workspace.id}
          rows={toldRows(sent.rows, command.data.results)}
        />
      ) : (
        rows.length > 0 && <CheckedRows rows={rows} headings={headings} />
      )}
    </div>
  )
}

type Hindrance = 'inactive' | 'full' | 'nobody'

/** Why nothing can be sent. Null if it can. */
const hindranceOf = ({ isActive }: Workspace, seats: Seats, count: number): Hindrance | null => {
  if (!isActive) return 'inactive'
  if (isFull(seats)) return 'full'
  return count === 0 ? 'nobody' : null
}

type SubmitProps = {
  readonly count: number
  readonly hindrance: Hindrance | null
  readonly isPending: boolean
}

const Submit = ({ count, hindrance, isPending }: SubmitProps) => {
  const text = inviteTexts.use()
  const isPossible = hindrance === null
  const reasons = { inactive: text.inactive, full: text.seats.none, nobody: text.nobody }
  return (
    <>
      <p id="invite-many-reason" className="muted">
        {isPossible ? text.mail : reasons[hindrance]}
      </p>
      <div>
        <Button
          type="submit"
          variant="contained"
          aria-disabled={!isPossible || isPending}
          aria-describedby="invite-many-reason"
        >
          {text.submitMany(count)}
        </Button>
      </div>
    </>
  )
}

type FileRead = { readonly text: string } | { readonly problem: 'fileTooLarge' | 'fileUnreadable' }

const readFile = async (file: File): Promise<FileRead> => {
  if (file.size > MOST_BYTES) return { problem: 'fileTooLarge' }
  try {
    return { text: await textOfFile(await file.arrayBuffer()) }
  } catch (error) {
    console.error('The file could not be read', error)
    return { problem: 'fileUnreadable' }
  }
}

/** Passes on the text of the chosen file. */
const FileButton = ({ onRead }: { readonly onRead: (read: FileRead) => void }) => {
  const text = inviteTexts.use()
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file) onRead(await readFile(file))
  }
  return (
    <div>
      <Button variant="outlined" onClick={() => input.current?.click()}>
        {text.file}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv,.tsv,.txt,text/csv,text/plain"
        aria-label={text.file}
        onChange={({ currentTarget }) => {
          read(currentTarget.files?.[0]).catch(showError)
          // So that the same file can be chosen again after a correction.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
