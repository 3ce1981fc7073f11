import { useId } from 'react'
import { AddFiles, ChosenFiles, UploadStates } from '../files/FilesField.tsx'
import type { Uploads } from '../files/use-uploads.ts'
import { fieldTexts } from './field-texts.ts'
import type { InputProps } from './input-props.ts'

type Props = InputProps & { readonly uploads: Uploads }

/** One of the files of the request. */
export const FileField = ({ field, label, fault, value, onValue, uploads }: Props) => {
  const text = fieldTexts.use()
  const id = useId()
  const file = uploads.files.find((each) => each.id === value)
  const remove = (fileId: string): void => {
    uploads.remove(fileId)
    onValue('')
  }
  const add = async (chosen: readonly File[]): Promise<void> => {
    const [added] = await uploads.add(chosen, field.name)
    if (added) onValue(added.id)
  }
  return (
    <div
      className="field"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={fault ? `${id}-fault` : `${id}-hint`}
    >
      <span className="field-label" id={`${id}-label`}>
        {label}
      </span>
      {file ? (
        <ChosenFiles files={[file]} onRemove={remove} />
      ) : (
        <>
          <AddFiles name={`fields.${field.name}`} label={text.addFile} onFiles={add} />
          <p className="hint" id={`${id}-hint`}>
            {text.fileHint}
          </p>
        </>
      )}
      <UploadStates uploads={uploads} by={field.name} />
      {fault && (
        <p className="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}
