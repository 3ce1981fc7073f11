import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { renameDevice } from '#contract/accounts/devices.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { Field } from '../../frame/Field.tsx'
import { deviceTexts } from './device-texts.ts'

type Props = { readonly id: string; readonly name: string }

/** A button that opens a name form and takes the focus back when the form closes. */
export const RenameDevice = ({ id, name }: Props) => {
  const text = deviceTexts.use()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (isOpen) return <NameForm id={id} name={name} onClose={() => setOpen(false)} />
  return (
    <button
      ref={button}
      type="button"
      className="button button-text"
      aria-label={text.renameOne(name)}
      onClick={() => setOpen(true)}
    >
      {text.rename}
    </button>
  )
}

const NameForm = ({ id, name, onClose }: Props & { readonly onClose: () => void }) => {
  const text = deviceTexts.use()
  const [draft, setDraft] = useState(name)
  const [isEmpty, setEmpty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const rename = useCommand(renameDevice, { onSuccess: onClose })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const newName = draft.trim()
    setEmpty(newName === '')
    if (newName === '') return input.current?.focus()
    if (newName === name) return onClose()
    if (!rename.isPending) rename.mutate({ params: { id }, body: { name: newName } })
  }
  return (
    <form className="steps" noValidate aria-label={text.renameOne(name)} onSubmit={submit}>
      <Field label={text.name} fault={isEmpty ? text.faults.name : undefined}>
        {(inner) => (
          <input
            className="input"
            {...inner}
            ref={input}
            dir="auto"
            autoComplete="off"
            autoFocus
            maxLength={80}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
        )}
      </Field>
      <ErrorNotice error={rename.error} />
      <div className="decide">
        <button type="button" className="button button-outlined" onClick={onClose}>
          {text.cancel}
        </button>
        <button type="submit" className="button" aria-disabled={rename.isPending}>
          {rename.isPending ? text.renaming : text.rename}
        </button>
      </div>
    </form>
  )
}
