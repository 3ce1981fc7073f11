import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { PinInput } from '../devices/PinInput.tsx'
import { Field } from '../frame/Field.tsx'
import { scrollHere } from '../frame/scroll-here.ts'
import { RefusalNotice } from './RefusalNotice.tsx'
import { decisionTexts } from './decision-texts.ts'

type Props = {
  readonly isSigning: boolean
  readonly isOnline: boolean
  readonly error: unknown
  readonly onPin: (pin: string) => void
  readonly onBack: () => void
}

const focusPin = (form: HTMLFormElement | null): void => {
  form?.querySelector('input')?.focus()
  scrollHere(form)
}

/** Asks for the PIN and forgets it with the try; after a refusal it has the focus again. */
export const PinStep = ({ isSigning, isOnline, error, onPin, onBack }: Props) => {
  const text = decisionTexts.use()
  const form = useRef<HTMLFormElement>(null)
  const [pin, setPin] = useState('')
  const [isMissing, setMissing] = useState(false)

  useEffect(() => focusPin(form.current), [])
  useEffect(() => {
    if (error) focusPin(form.current)
  }, [error])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const tooShort = pin.length < 6
    setMissing(tooShort)
    if (tooShort) return focusPin(form.current)
    if (isSigning || !isOnline) return
    onPin(pin)
    setPin('')
  }
  return (
    <form ref={form} className="form steps" noValidate onSubmit={submit}>
      <RefusalNotice error={error} />
      <Field label={text.pin} fault={isMissing ? text.pinMissing : undefined}>
        {(inner) => <PinInput {...inner} name="pin" value={pin} onValue={setPin} />}
      </Field>
      <button type="submit" className="primary" aria-disabled={isSigning || !isOnline}>
        {isSigning ? text.signing : text.sign}
      </button>
      <button type="button" aria-disabled={isSigning} onClick={() => !isSigning && onBack()}>
        {text.back}
      </button>
    </form>
  )
}
