import { useRef, useState, type SubmitEvent } from 'react'
import type { Body } from '#contract/endpoint.ts'
import type { FieldValues, Kind } from '#contract/requests/kinds.ts'
import { createRequest, type Request } from '#contract/requests/requests.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { useDraft, useReloadDraft } from '#shared/forms/use-draft.ts'
import { Field } from '../../frame/Field.tsx'
import { KindChoice } from '../fields/KindChoice.tsx'
import { KindFields } from '../fields/KindFields.tsx'
import { askedOf, filesInFields, type TypedFields } from '../fields/read-fields.ts'
import { useKindFields } from '../fields/use-kind-fields.ts'
import { FilesField } from '../files/FilesField.tsx'
import { useUploads, type Attached, type Uploads } from '../files/use-uploads.ts'
import type { Approver } from './approver-query.ts'
import { ApproverForm } from './ApproverForm.tsx'
import { ExpiryChoice } from './ExpiryChoice.tsx'
import { LimitNotice } from './LimitNotice.tsx'
import { ReplacedNotice, type Replaced } from '../replacing/ReplacedNotice.tsx'
import {
  detailsFault,
  MOST_DETAILS,
  MOST_TITLE,
  titleFault,
  type Expiry,
  type TextFault,
} from './new-request-rules.ts'
import { newRequestTexts } from './new-request-texts.ts'

/** What the form starts with, from a request in whose place the new one is asked. */
export type Again = Pick<Draft, 'title' | 'details' | 'kindId' | 'typed'> & {
  readonly approver: Approver | null
  readonly replaces: Replaced
}
type Props = {
  readonly workspaceId: string
  /** Without free text. */
  readonly kinds: readonly Kind[]
  readonly onCreated: (request: Request) => void
  readonly again?: Again
}
type Chosen = { readonly workspaceId: string; readonly approver: Approver | null }
type Draft = {
  readonly chosen: Chosen | undefined
  readonly title: string
  readonly details: string
  readonly expiresIn: Expiry
  /** Null: free text. */
  readonly kindId: string | null
  /** What stands in the fields of a kind. */
  readonly typed: TypedFields
  readonly attached: readonly Attached[]
}
const EMPTY: Draft = {
  chosen: undefined,
  title: '',
  details: '',
  expiresIn: 604_800,
  kindId: null,
  typed: {},
  attached: [],
}
const draftOf = (workspaceId: string, { approver, title, details, kindId, typed }: Again): Draft => ({
  ...EMPTY,
  title,
  details,
  kindId,
  typed,
  chosen: { workspaceId, approver },
})
type Faults = { readonly title?: TextFault; readonly details?: TextFault }

const faultsOf = (title: string, details: string): Faults => {
  const faults = { title: titleFault(title), details: detailsFault(details) }
  return {
    ...(faults.title && { title: faults.title }),
    ...(faults.details && { details: faults.details }),
  }
}

type Typed = Pick<Draft, 'title' | 'details' | 'expiresIn'> &
  Pick<Uploads, 'files'> & { readonly kind: Kind | undefined; readonly fields: FieldValues }
const bodyOf = (
  { title, details, expiresIn, files, kind, fields }: Typed,
  approver: Approver | null,
  replaces: string | undefined,
): Body<typeof createRequest> => ({
  type: 'approval',
  title: title.trim(),
  expiresIn,
  ...(approver ? { approverId: approver.participantId } : { anyApprover: true }),
  ...(details.trim() !== '' && { details: details.trim() }),
  ...(kind && { kindId: kind.id, fields }),
  ...(files.length > 0 && { files: files.map(({ id }) => id) }),
  ...(replaces !== undefined && { replaces }),
})

export const NewRequestForm = ({ workspaceId, kinds, onCreated, again }: Props) => {
  const text = newRequestTexts.use()
  const form = useRef<HTMLFormElement>(null)
  const kept = useDraft('new-request') as Draft | null
  const draft = { ...EMPTY, ...(kept ?? (again && draftOf(workspaceId, again))) }
  const [chosen, setChosen] = useState(draft.chosen)
  const [title, setTitle] = useState(draft.title)
  const [details, setDetails] = useState(draft.details)
  const [expiresIn, setExpiresIn] = useState<Expiry>(draft.expiresIn)
  const [kindId, setKindId] = useState(draft.kindId)
  const kind = kinds.find(({ id }) => id === kindId)
  const ofKind = askedOf(kind)
  const fields = useKindFields(ofKind, draft.typed)
  const isReading = useRef(false)
  const uploads = useUploads(workspaceId, draft.attached)
  const { attached, files } = uploads
  const isUploading = uploads.pending.length > 0
  useReloadDraft('new-request', (): Draft | null =>
    title || details || chosen || kindId !== null || attached.length > 0
      ? { chosen, title, details, expiresIn, kindId, typed: fields.typed, attached }
      : null,
  )
  const [faults, setFaults] = useState<Faults>({})
  const focusOn = (name: string) => {
    const found = form.current?.elements.namedItem(name)
    if (found instanceof HTMLElement) found.focus()
  }
  const create = useCommand(createRequest, {
    onSuccess: onCreated,
    onError: (error) => {
      const wrong = fields.refuse(error)
      if (wrong !== undefined) focusOn(`fields.${wrong}`)
    },
  })

  const value = chosen?.workspaceId === workspaceId ? chosen.approver : null
  const choice = { value, onValue: (approver: Approver | null) => setChosen({ workspaceId, approver }) }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isReading.current) return
    const found = faultsOf(title, details)
    setFaults(found)
    isReading.current = true
    const { values, wrong } = await fields.read().finally(() => {
      isReading.current = false
    })
    const first = found.title ? 'title' : wrong === undefined ? Object.keys(found)[0] : `fields.${wrong}`
    if (first) return focusOn(first)
    if (create.isPending || isUploading) return
    const typed = { title, details, expiresIn, files, kind, fields: values }
    create.mutate({ params: { id: workspaceId }, body: bodyOf(typed, value, again?.replaces.id) })
  }

  return (
    <ApproverForm
      ref={form}
      workspaceId={workspaceId}
      label={text.approver}
      anyHint={text.anyApproverHint}
      {...choice}
      onSubmit={(event) => void submit(event)}
    >
      {again && <ReplacedNotice of={again.replaces} />}
      <KindChoice kinds={kinds} value={kind} onValue={(next) => setKindId(next?.id ?? null)} />
      <Field label={text.subject} hint={text.subjectHint} fault={faults.title && text.faults[faults.title]}>
        {(inner) => (
          <input
            className="input"
            {...inner}
            name="title"
            dir="auto"
            autoComplete="off"
            maxLength={MOST_TITLE}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <KindFields workspaceId={workspaceId} fields={ofKind} state={fields} uploads={uploads} />
      <Field
        label={text.details}
        hint={text.detailsHint(MOST_DETAILS - details.length)}
        fault={faults.details && text.faults[faults.details]}
      >
        {(inner) => (
          <textarea
            className="input"
            {...inner}
            name="details"
            dir="auto"
            rows={4}
            maxLength={MOST_DETAILS}
            value={details}
            onChange={(event) => setDetails(event.target.value)}
          />
        )}
      </Field>
      <FilesField uploads={uploads} inFields={filesInFields(ofKind, fields.typed)} />
      <ExpiryChoice value={expiresIn} onValue={setExpiresIn} />
      <LimitNotice error={create.error} />
      <button type="submit" className="button" aria-disabled={create.isPending || isUploading}>
        {create.isPending ? text.sending : text.send}
      </button>
    </ApproverForm>
  )
}
