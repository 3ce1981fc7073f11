import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { PinInput } from './PinInput.tsx'
import { Field } from '../../frame/Field.tsx'
import { PinKeys } from './PinKeys.tsx'
import { RefusalNotice } from './RefusalNotice.tsx'
import { Sheet, type SheetSubject } from './Sheet.tsx'
import { useReading } from './use-reading.ts'
import { signingTexts } from './signing-texts.ts'

type Props = {
  readonly subject: SheetSubject
  readonly isSigning: boolean
  readonly isOnline: boolean
  readonly error: unknown
  readonly onPin: (pin: string) => void
  readonly onBack: () => void
  /** Another way, shown before the way back. */
  readonly children?: ReactNode
}

const focusPin = (form: HTMLFormElement | null): void => form?.querySelector('input')?.focus()

/** Repeats what is signed and asks for the PIN. The PIN is cleared after each try, and the field gets the focus again. */
export const PinStep = ({ subject, isSigning, isOnline, error, onPin, onBack, children }: Props) => {
  const text = signingTexts.use()
  const reading = useReading()
  const form = useRef<HTMLFormElement>(null)
  const [pin, setPin] = useState('')
  const [isMissing, setMissing] = useState(false)

  useEffect(() => focusPin(form.current), [])
  useEffect(() => {
    if (error) focusPin(form.current)
  }, [error])

  const giveUp = () => !isSigning && onBack()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const tooShort = pin.length < 6
    setMissing(tooShort)
    if (tooShort) return focusPin(form.current)
    if (isSigning || !isOnline || !reading.isRead) return
    onPin(pin)
    setPin('')
  }
  return (
    <Sheet subject={subject} reading={reading} onClose={giveUp}>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <RefusalNotice error={error} />
        <Field label={text.pin} fault={isMissing ? text.pinMissing : undefined}>
          {(inner) => <PinInput {...inner} name="pin" hasKeys value={pin} onValue={setPin} />}
        </Field>
        <PinKeys value={pin} onValue={setPin} />
        <button type="submit" className="button" aria-disabled={isSigning || !isOnline || !reading.isRead}>
          {isSigning ? text.signing : subject.label}
        </button>
        {children}
        <button type="button" className="button button-text" aria-disabled={isSigning} onClick={giveUp}>
          {text.back}
        </button>
      </form>
    </Sheet>
  )
}
