import { useId } from 'react'
import { isApiError } from '#shared/api-error.ts'
import { FileFacts } from '#shared/files/FileList.tsx'
import { OtherFile } from '#shared/files/read-file.ts'
import { RunFacts } from '#shared/payment-runs/RunFacts.tsx'
import { useErrorText } from '#shared/texts/common.ts'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { filesTexts } from './files-texts.ts'
import type { FileFault, Uploads } from './use-uploads.ts'

/** Where files are chosen that stand in no field. */
const BESIDE = ''
const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.xml'

const useFaultText = () => {
  const { faults } = filesTexts.use()
  const errorText = useErrorText()
  const dayAndTime = useDayAndTime()
  return ({ name, why }: FileFault): string => {
    if (typeof why === 'string') return faults[why](name)
    const { error } = why
    if (error instanceof OtherFile) return faults.other(name)
    if (isApiError(error, 'file.not-taken')) return faults.type(name)
    if (isApiError(error, 'input.too-large')) return faults.size(name)
    if (isApiError(error, 'input.invalid') && error.details[0]?.['field'] === 'name') return faults.name(name)
    const until = isApiError(error, 'file.limit') ? error.details[0]?.['until'] : undefined
    const again = typeof until === 'string' ? ` ${faults.until(dayAndTime(until))}` : ''
    return faults.refused(name, errorText(error)) + again
  }
}

/** The files of a new request beside its fields: each is uploaded when it is chosen, and can be taken away again. */
export const FilesField = ({ uploads, inFields = [] }: FieldProps) => {
  const text = filesTexts.use()
  const id = useId()
  const beside = uploads.files.filter((file) => !inFields.includes(file.id))
  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <span className="field-label" id={`${id}-label`}>
        {text.label}
      </span>
      {beside.length > 0 && <ChosenFiles files={beside} onRemove={uploads.remove} />}
      <AddFiles multiple label={text.add} onFiles={(chosen) => uploads.add(chosen, BESIDE)} />
      <p className="hint" id={`${id}-hint`}>
        {text.hint}
      </p>
      <UploadStates uploads={uploads} by={BESIDE} />
    </div>
  )
}

type FieldProps = {
  readonly uploads: Uploads
  /** The ids of files that stand in a field. */
  readonly inFields?: readonly string[]
}

type ChosenProps = { readonly files: Uploads['files']; readonly onRemove: (id: string) => void }

/** Files that were uploaded, each with a button that takes it away. */
export const ChosenFiles = ({ files, onRemove }: ChosenProps) => {
  const text = filesTexts.use()
  const dayAndTime = useDayAndTime()
  return (
    <ul className="file-list">
      {files.map((file) => (
        <li key={file.id}>
          <FileFacts file={file} />
          <div className="file-acts">
            <button
              type="button"
              className="button button-outlined"
              aria-label={text.removeOf(file.name ?? '')}
              onClick={() => onRemove(file.id)}
            >
              {text.remove}
            </button>
          </div>
          <RunFacts isAsking files={[file]} timeOf={dayAndTime} />
        </li>
      ))}
    </ul>
  )
}

type AddProps = {
  readonly label: string
  readonly name?: string
  readonly multiple?: boolean
  readonly onFiles: (files: readonly File[]) => unknown
}

/** The button that chooses files. */
export const AddFiles = ({ label, onFiles, ...input }: AddProps) => (
  <label className="button button-outlined file-choice">
    <input
      type="file"
      {...input}
      accept={ACCEPTED}
      onChange={({ target }) => {
        void onFiles([...(target.files ?? [])])
        // The same file can be chosen again.
        target.value = ''
      }}
    />
    {label}
  </label>
)

/** What becomes of the files that were chosen in one place. */
export const UploadStates = ({ uploads, by }: { readonly uploads: Uploads; readonly by: string }) => {
  const text = filesTexts.use()
  const faultText = useFaultText()
  const current = uploads.pending.find((each) => each.by === by)
  return (
    <>
      <p className="hint" role="status">
        {current && text.uploading(current.name)}
      </p>
      {uploads.faults
        .filter((fault) => fault.by === by)
        .map((fault, place) => (
          <p key={place} className="fault" role="alert">
            {faultText(fault)}
          </p>
        ))}
    </>
  )
}
