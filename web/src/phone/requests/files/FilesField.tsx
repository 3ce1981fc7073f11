import { useId } from 'react'
import { isApiError } from '#shared/api-error.ts'
import { FileFacts } from '#shared/files/FileList.tsx'
import { OtherFile } from '#shared/files/read-file.ts'
import { useErrorText } from '#shared/texts/common.ts'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { filesTexts } from './files-texts.ts'
import type { FileFault, Uploads } from './use-uploads.ts'

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

/** The files of a new request: each is uploaded when it is chosen, and can be taken away again. */
export const FilesField = ({ files, pending, faults, add, remove }: Uploads) => {
  const text = filesTexts.use()
  const faultText = useFaultText()
  const id = useId()
  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <span className="field-label" id={`${id}-label`}>
        {text.label}
      </span>
      {files.length > 0 && (
        <ul className="file-list">
          {files.map((file) => (
            <li key={file.id}>
              <FileFacts file={file} />
              <div className="file-acts">
                <button
                  type="button"
                  className="button button-outlined"
                  aria-label={text.removeOf(file.name ?? '')}
                  onClick={() => remove(file.id)}
                >
                  {text.remove}
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <label className="button button-outlined file-choice">
        <input
          type="file"
          multiple
          accept={ACCEPTED}
          onChange={({ target }) => {
            void add([...(target.files ?? [])])
            // The same file can be chosen again.
            target.value = ''
          }}
        />
        {text.add}
      </label>
      <p className="hint" id={`${id}-hint`}>
        {text.hint}
      </p>
      <p className="hint" role="status">
        {pending[0] !== undefined && text.uploading(pending[0])}
      </p>
      {faults.map((fault, place) => (
        <p key={place} className="fault" role="alert">
          {faultText(fault)}
        </p>
      ))}
    </div>
  )
}
