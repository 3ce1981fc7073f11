import { useState, type ReactNode, type SubmitEvent } from 'react'
import type { BrokenGlass } from '#contract/requests/glass/broken-glass.ts'
import { GLASS_REASON } from '#contract/requests/glass/glass-reason.ts'
import {
  breakGlass,
  confirmGlass,
  confirmGlassChallenge,
  glassChallenge,
} from '#contract/requests/glass/glass.ts'
import type { Request } from '#contract/requests/requests.ts'
import { typedText } from '#contract/typed-text.ts'
import { call } from '#shared/api/api.ts'
import type { OwnDevice } from '../../accounts/keys/own-devices.ts'
import { RefusalNotice } from '../../accounts/signing/RefusalNotice.tsx'
import { SigningSheet } from '../../accounts/signing/SigningSheet.tsx'
import { useSigning } from '../../accounts/signing/use-signing.ts'
import { useSigningDevices } from '../../accounts/signing/use-signing-devices.ts'
import { Field } from '../../frame/Field.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { useOnline } from '../../reads/use-online.ts'
import { EnrolFirst } from '../decision/EnrolFirst.tsx'
import { SignedBeside } from '../decision/SignedBeside.tsx'
import { useRequestSubject } from '../decision/request-subject.ts'
import { glassDifferences } from '../proof/signed-content.ts'
import { glassTexts } from './glass-texts.ts'

type Props = {
  readonly request: Request
  /** The reader's participant id. */
  readonly own: string
  readonly onChanged: (request: Request) => void
}
type SigningProps = Props & {
  readonly devices: readonly OwnDevice[]
  readonly onRefused: (error: unknown) => void
}

/** The part that signs, or the way to a device that can. */
const WithDevice = ({
  request,
  children,
}: Pick<Props, 'request'> & {
  readonly children: (signing: Pick<SigningProps, 'devices' | 'onRefused'>) => ReactNode
}) => {
  const { query, device, devices, waitingHere, onRefused } = useSigningDevices()
  return (
    <QueryView query={query}>
      {() => {
        if (!device) return null
        if (typeof device === 'object') return children({ devices, onRefused })
        return (
          <EnrolFirst
            next={`/requests/${request.id}`}
            why={device}
            waiting={waitingHere}
            takesFocus={false}
            noes={null}
            isDeputy
            onDecline={() => {}}
          />
        )
      }}
    </QueryView>
  )
}

/** Lets an admin approve a request alone, with a reason. */
export const BreakGlass = (props: Props) => {
  const text = glassTexts.use()
  return (
    <details>
      <summary className="button button-outlined">{text.open}</summary>
      <section className="stack" aria-label={text.actions}>
        <p>{text.text}</p>
        <WithDevice request={props.request}>{(signing) => <BreakForm {...props} {...signing} />}</WithDevice>
      </section>
    </details>
  )
}

const useBreaking = ({ request, own, onChanged, devices, onRefused }: SigningProps, reason: string) => {
  const text = glassTexts.use()
  const params = { id: request.id }
  return useSigning({
    endpoints: { prepares: glassChallenge, takes: breakGlass },
    content: {
      prepare: () => call(glassChallenge, { params, body: { reason } }),
      differences: (prepared) =>
        glassDifferences(request, { approverId: own, kind: 'break-glass', reason }, prepared),
    },
    subject: useRequestSubject(text.signBreak, request),
    shows: ({ content }) => <Signed request={request} content={content} reason={reason} />,
    send: (proof, idempotencyKey) => call(breakGlass, { params, body: { reason, proof }, idempotencyKey }),
    devices,
    onDone: onChanged,
    onRefused,
  })
}

const BreakForm = (props: SigningProps) => {
  const text = glassTexts.use()
  const isOnline = useOnline()
  const [typed, setTyped] = useState('')
  const [isFaulty, setFaulty] = useState(false)
  const reason = typedText(typed)
  const isShort = [...reason].length < GLASS_REASON.least
  const signing = useBreaking(props, reason)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setFaulty(isShort)
    if (!isShort && isOnline) signing.begin()
  }
  return (
    <>
      <SigningSheet signing={signing} />
      {signing.step === null && <RefusalNotice error={signing.error} />}
      <form className="stack" noValidate onSubmit={submit}>
        <Field
          label={text.reason}
          hint={text.reasonHint}
          fault={isFaulty && isShort ? text.tooShort : undefined}
        >
          {(inner) => (
            <textarea
              className="input"
              {...inner}
              dir="auto"
              rows={3}
              maxLength={GLASS_REASON.most}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <button
          type="submit"
          className="button button-danger"
          aria-disabled={signing.isPreparing || !isOnline}
        >
          {signing.isPreparing ? text.preparing : text.break}
        </button>
      </form>
    </>
  )
}

type SignedProps = Pick<Parameters<typeof SignedBeside>[0], 'content'> & {
  readonly request: Request
  readonly reason: string
}

/** What the signature covers beside the title. */
const Signed = ({ request, content, reason }: SignedProps) => {
  const { standsInFor: _, ...shown } = request
  const text = glassTexts.use()
  return (
    <>
      <SignedBeside shown={shown} content={content} way={undefined} />
      <p>
        <span className="hint">{text.reason}</span> <bdi className="lines">{reason}</bdi>
      </p>
    </>
  )
}

/** Lets a second person confirm that an admin approved a request alone. */
export const ConfirmGlass = ({ glass, ...props }: Props & { readonly glass: BrokenGlass }) => {
  const text = glassTexts.use()
  return (
    <section className="stack" aria-label={text.actions}>
      <p>{text.confirmText}</p>
      <WithDevice request={props.request}>
        {(signing) => <ConfirmButton {...props} {...signing} glass={glass} />}
      </WithDevice>
    </section>
  )
}

type ConfirmingProps = SigningProps & { readonly glass: BrokenGlass }

const useConfirming = ({ request, own, glass, onChanged, devices, onRefused }: ConfirmingProps) => {
  const text = glassTexts.use()
  const params = { id: request.id }
  const reason = glass.reason ?? ''
  const brokenBy = glass.by.participantId
  return useSigning({
    endpoints: { prepares: confirmGlassChallenge, takes: confirmGlass },
    content: {
      prepare: () => call(confirmGlassChallenge, { params }),
      differences: (prepared) =>
        glassDifferences(
          request,
          { approverId: own, kind: 'glass-confirmation', reason, brokenBy },
          prepared,
        ),
    },
    subject: useRequestSubject(text.signConfirm, request),
    shows: ({ content }) => <Signed request={request} content={content} reason={reason} />,
    send: (proof, idempotencyKey) => call(confirmGlass, { params, body: { proof }, idempotencyKey }),
    devices,
    onDone: onChanged,
    onRefused,
  })
}

const ConfirmButton = (props: ConfirmingProps) => {
  const text = glassTexts.use()
  const isOnline = useOnline()
  const signing = useConfirming(props)
  return (
    <>
      <SigningSheet signing={signing} />
      {signing.step === null && <RefusalNotice error={signing.error} />}
      <button
        type="button"
        className="button"
        aria-disabled={signing.isPreparing || !isOnline}
        onClick={() => isOnline && signing.begin()}
      >
        {signing.isPreparing ? text.preparing : text.confirm}
      </button>
    </>
  )
}
