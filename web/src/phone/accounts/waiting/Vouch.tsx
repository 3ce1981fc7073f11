import { useRef, useState, type SubmitEvent } from 'react'
import { deviceChallenge, vouchForDevice, type WaitingDevice } from '#contract/accounts/waiting-devices.ts'
import { shortIdBits, shortId } from '#contract/requests/short-id.ts'
import { call } from '#shared/api/api.ts'
import { keyWordOf, deviceWords } from '#shared/devices/device-words.ts'
import { Link } from '#shared/parts/Link.tsx'
import { Field } from '../../frame/Field.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { useOnline } from '../../reads/use-online.ts'
import { RefusalNotice } from '../signing/RefusalNotice.tsx'
import { differencesBetween } from '#shared/sign-in/signable.ts'
import { SigningSheet } from '../signing/SigningSheet.tsx'
import { signingTexts } from '../signing/signing-texts.ts'
import { useSigning } from '../signing/use-signing.ts'
import { useSigningDevices } from '../signing/use-signing-devices.ts'
import { enrolFormState } from '../../frame/device-link.ts'
import type { OwnDevice } from '../keys/own-devices.ts'
import { useUserId } from '../sessions/phone-session.tsx'
import { waitingPath } from './waiting-path.ts'
import { waitingTexts } from './waiting-texts.ts'
import { WaitsNotice } from './WaitsNotice.tsx'

type Props = { readonly waiting: WaitingDevice; readonly onVouched: () => void }

/** Leads through a check of the person to a signature that vouches for their device. */
export const Vouch = (props: Props) => {
  const { vouch: text } = waitingTexts.use()
  const { enrol } = signingTexts.use()
  const { query, device, devices, waitingHere, onRefused } = useSigningDevices()
  return (
    <section>
      <h2>{text.sure}</h2>
      <p>{text.how}</p>
      <QueryView query={query}>
        {() => {
          if (!device) return null
          if (typeof device === 'object')
            return <CodeForm {...props} devices={devices} onRefused={onRefused} />
          if (waitingHere) return <WaitsNotice device={waitingHere} />
          return (
            <Link
              className="button"
              to={`/device?next=${waitingPath(props.waiting.device.id)}`}
              state={enrolFormState}
            >
              {enrol}
            </Link>
          )
        }}
      </QueryView>
    </section>
  )
}

type FormProps = Props & {
  readonly devices: readonly OwnDevice[]
  readonly onRefused: (error: unknown) => void
}

const useVouching = ({ waiting: { device, person }, devices, onVouched, onRefused }: FormProps) => {
  const { vouch: text } = waitingTexts.use()
  const { keys } = deviceWords.use()
  const voucherId = useUserId()
  const params = { id: device.id }
  const title = text.subject(device.name ?? keys[keyWordOf(device)])
  return useSigning({
    endpoints: { prepares: deviceChallenge, takes: vouchForDevice },
    content: {
      prepare: () => call(deviceChallenge, { params }),
      differences: (prepared) => {
        const { key, nonce } = prepared.content
        const shown = { v: 1, kind: 'vouching', deviceId: device.id, userId: person.userId, voucherId }
        return differencesBetween({ ...shown, key, nonce }, prepared)
      },
    },
    subject: { label: text.sign, title, person, side: text.of },
    send: (proof, idempotencyKey) => call(vouchForDevice, { params, body: { proof }, idempotencyKey }),
    devices,
    onDone: onVouched,
    onRefused,
  })
}

const CodeForm = (props: FormProps) => {
  const { device } = props.waiting
  const { vouch: text } = waitingTexts.use()
  const isOnline = useOnline()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const signing = useVouching(props)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isRight = shortIdBits(code.replaceAll(/\s/g, '')) === shortIdBits(shortId(device.id))
    setWrong(!isRight)
    if (!isRight) field.current?.focus()
    else if (isOnline) signing.begin()
  }
  return (
    <>
      <SigningSheet signing={signing} />
      <form className="form" noValidate onSubmit={submit}>
        <Field label={text.code} hint={text.codeHint} fault={isWrong ? text.codeWrong : undefined}>
          {(inner) => (
            <input
              className="input code"
              {...inner}
              ref={field}
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={12}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        {signing.step === null && <RefusalNotice error={signing.error} />}
        <button type="submit" className="button" aria-disabled={signing.isPreparing || !isOnline}>
          {signing.isPreparing ? text.preparing : text.submit}
        </button>
      </form>
    </>
  )
}
