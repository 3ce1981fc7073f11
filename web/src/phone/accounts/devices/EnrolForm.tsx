import { useRef, useState, type SubmitEvent } from 'react'
import type { Device } from '#contract/accounts/devices.ts'
import { isApiError } from '#shared/api-error.ts'
import { Field } from '../../frame/Field.tsx'
import { scrollIntoViewRef } from '../../frame/scroll-into-view.ts'
import { useUserId } from '../sessions/phone-session.tsx'
import { PinInput } from '../signing/PinInput.tsx'
import { RefusalNotice } from '../signing/RefusalNotice.tsx'
import { deviceName } from '#contract/accounts/device-name.ts'
import { deviceTexts } from './device-texts.ts'
import { createPinKey, KeyUnavailable } from './enrolment/pin-key.ts'
import { useEnrolment } from './enrolment/use-enrolment.ts'
import { VouchSheet } from './enrolment/VouchSheet.tsx'
import { pinFault, type PinFault } from './enrolment/pin-rules.ts'

type Faults = { readonly name?: 'name'; readonly pin?: PinFault; readonly repeat?: 'repeat' }

const faultsOf = (name: string, pin: string, repeat: string): Faults => {
  const pinProblem = pinFault(pin)
  return {
    ...(name.trim() === '' && { name: 'name' as const }),
    ...(pinProblem && { pin: pinProblem }),
    ...(!pinProblem && pin !== repeat && { repeat: 'repeat' as const }),
  }
}

/** Sets up a PIN for this browser. */
export const EnrolForm = ({ onDone }: { onDone: (device: Device) => void }) => {
  const text = deviceTexts.use()
  const userId = useUserId()
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  const [pin, setPin] = useState('')
  const [repeat, setRepeat] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const enrolment = useEnrolment({
    name: name.trim(),
    create: () => createPinKey({ userId, name: name.trim(), pin }),
    onDone,
  })
  const { error, isPending, begin } = enrolment

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = faultsOf(name, pin, repeat)
    setFaults(found)
    const first = Object.keys(found)[0]
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    if (!isPending) begin()
  }

  return (
    <>
      <VouchSheet enrolment={enrolment} />
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <Field label={text.name} hint={text.nameHint} fault={faults.name && text.faults.name}>
          {(inner) => (
            <input
              className="input"
              {...inner}
              name="name"
              dir="auto"
              autoComplete="off"
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={text.pin} hint={text.pinHint} fault={faults.pin && text.faults[faults.pin]}>
          {(inner) => <PinInput {...inner} name="pin" value={pin} onValue={setPin} />}
        </Field>
        <Field label={text.repeat} fault={faults.repeat && text.faults.repeat}>
          {(inner) => <PinInput {...inner} name="repeat" value={repeat} onValue={setRepeat} />}
        </Field>
        <EnrolError error={error} />
        <button type="submit" className="button" aria-disabled={isPending}>
          {isPending ? text.enrolling : text.enrol}
        </button>
      </form>
    </>
  )
}

const EnrolError = ({ error }: { error: unknown }) => {
  const text = deviceTexts.use()
  const isRefusedPin =
    isApiError(error, 'input.invalid') && error.details.some(({ field }) => field === 'pin')
  if (!isRefusedPin && !(error instanceof KeyUnavailable)) return <RefusalNotice error={error} />
  return (
    <p ref={scrollIntoViewRef} className="notice error" role="alert">
      {error instanceof KeyUnavailable ? text[error.reason] : text.faults.refused}
    </p>
  )
}
