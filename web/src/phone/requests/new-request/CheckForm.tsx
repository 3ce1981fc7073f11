import { useRef, useState, type SubmitEvent } from 'react'
import {
  createRequest,
  prepareRequest,
  type AskKind,
  type CallWay,
  type Request,
} from '#contract/requests/requests.ts'
import { typedText } from '#contract/typed-text.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { call } from '#shared/api/api.ts'
import { Link } from '#shared/parts/Link.tsx'
import { askKinds } from '#shared/texts/ask-kinds.ts'
import { useDraft, useReloadDraft } from '#shared/forms/use-draft.ts'
import type { NoDevice, OwnDevice } from '../../accounts/keys/own-devices.ts'
import { useSigningDevices } from '../../accounts/signing/use-signing-devices.ts'
import { WaitsNotice } from '../../accounts/waiting/WaitsNotice.tsx'
import { enrolFormState } from '../../frame/device-link.ts'
import { Field } from '../../frame/Field.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { useOnline } from '../../reads/use-online.ts'
import { RefusalNotice } from '../../accounts/signing/RefusalNotice.tsx'
import { creationDifferences } from '../proof/signed-content.ts'
import { signingTexts } from '../../accounts/signing/signing-texts.ts'
import { SigningSheet } from '../../accounts/signing/SigningSheet.tsx'
import { useSigning } from '../../accounts/signing/use-signing.ts'
import { isRefused, useAskedOne } from '../asking/asking-reads.ts'
import { BeforeAsking } from '../asking/BeforeAsking.tsx'
import type { Approver } from './approver-query.ts'
import { WhoCalled } from '../call-check/WhoCalled.tsx'
import { whoCalledTexts } from '../parts/who-called-texts.ts'
import { ApproverForm } from './ApproverForm.tsx'
import { CallBackChoice, NumberOnFile } from './CallBack.tsx'
import { AskChoice } from './AskChoice.tsx'
import { MOST_ABOUT, titleFault, type TextFault } from './new-request-rules.ts'
import { newRequestTexts } from './new-request-texts.ts'

type Props = {
  readonly membership: WorkspaceMembership
  /** Chosen before the form opened. */
  readonly chosen?: Approver
  readonly onCreated: (request: Request) => void
}

/** Starts a call check: who, about what, and a signature before anything is sent. */
export const CheckForm = (props: Props) => {
  const { query, device, devices, waitingHere, onRefused } = useSigningDevices()
  return (
    <QueryView query={query}>
      {() => {
        if (!device) return null
        if (typeof device === 'string' && waitingHere) return <WaitsNotice device={waitingHere} />
        if (typeof device === 'string') return <EnrolFirst workspaceId={props.membership.id} why={device} />
        return <CheckFields {...props} devices={devices} onRefused={onRefused} />
      }}
    </QueryView>
  )
}

type FirstProps = { readonly workspaceId: string; readonly why: NoDevice }

const EnrolFirst = ({ workspaceId, why }: FirstProps) => {
  const text = newRequestTexts.use()
  const { enrol } = signingTexts.use()
  return (
    <div className="notice info">
      <p>{text.ownDevice[why]}</p>
      <Link
        className="button button-outlined"
        to={`/device?next=/new/check/${workspaceId}`}
        state={enrolFormState}
      >
        {enrol}
      </Link>
    </div>
  )
}

type FieldsProps = Props & {
  readonly devices: readonly OwnDevice[]
  readonly onRefused: (error: unknown) => void
}
type Faults = {
  readonly approver?: boolean
  readonly asks?: boolean
  readonly about?: TextFault | undefined
  readonly call?: boolean
}
type Draft = {
  readonly approver: Approver | null
  readonly about: string
  readonly asks: AskKind | null
  readonly way: CallWay | null
  readonly calledBack: boolean
}
const EMPTY: Draft = { approver: null, about: '', asks: null, way: null, calledBack: false }

/** What the form holds. A choice that the tick of a call-back rests on takes the tick away. */
const useCheckDraft = (chosen: Approver | undefined) => {
  const kept = useDraft('new-check') as Partial<Draft> | null
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, ...kept, approver: kept?.approver ?? chosen ?? null })
  const { approver, about, asks, way } = draft
  useReloadDraft('new-check', () => (about || approver || asks || way ? draft : null))
  // Only who called can have called back, and only where a number is on file.
  const numberToTick = way === 'i-called' ? (approver?.callBackNumber ?? null) : null
  const change = (changed: Partial<Draft>) =>
    setDraft({ ...draft, ...((changed.approver || changed.way) && { calledBack: false }), ...changed })
  return { draft: { ...draft, calledBack: draft.calledBack && numberToTick !== null }, numberToTick, change }
}

type NewCheck = Omit<Draft, 'about'> & { readonly membership: WorkspaceMembership; readonly title: string }

const useCheckSigning = (
  { membership, title, approver, asks, way, calledBack }: NewCheck,
  { devices, onCreated, onRefused }: Pick<FieldsProps, 'devices' | 'onCreated' | 'onRefused'>,
) => {
  const text = newRequestTexts.use()
  const { callBack, ways, youSay } = whoCalledTexts.use()
  const kinds = askKinds.use()
  const { id: workspaceId, participantId: requesterId } = membership
  const approverId = approver?.participantId ?? ''
  const params = { id: workspaceId, workspaceId }
  const described = { asks: asks ?? 'other', call: way ?? 'video', calledBack } as const
  const { call: answer } = described
  const more = (
    <p className="hint">
      {kinds[described.asks]}
      <br />
      {youSay(ways[answer])}
      {calledBack && (
        <>
          <br />
          {callBack.youCalled}
        </>
      )}
    </p>
  )
  const body = {
    type: 'verification',
    title,
    approverId,
    asks: { kind: described.asks },
    call: answer,
    ...(calledBack && { calledBack }),
  } as const
  return useSigning({
    endpoints: { prepares: prepareRequest, takes: createRequest },
    content: {
      prepare: () => call(prepareRequest, { params, body }),
      differences: (prepared) =>
        creationDifferences({ workspaceId, requesterId, approverId, title, ...described }, prepared),
    },
    subject: { label: text.sign, title, person: approver, side: text.to, more },
    send: (proof, idempotencyKey) =>
      call(createRequest, { params, body: { ...body, proof }, idempotencyKey }),
    devices,
    onDone: onCreated,
    onRefused,
  })
}

const CheckFields = ({ membership, chosen, devices, onCreated, onRefused }: FieldsProps) => {
  const text = newRequestTexts.use()
  const described = whoCalledTexts.use()
  const isOnline = useOnline()
  const form = useRef<HTMLFormElement>(null)
  const { draft, numberToTick, change } = useCheckDraft(chosen)
  const { approver, about, asks, way, calledBack } = draft
  const [faults, setFaults] = useState<Faults>({})
  const { data: asked, isLoading: isAsking } = useAskedOne(membership.id, approver)

  const title = typedText(about) || text.aboutNothing
  const signing = useCheckSigning({ ...draft, membership, title }, { devices, onCreated, onRefused })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found: Faults = {
      approver: approver === null,
      asks: asks === null,
      about: titleFault(title),
      call: way === null,
    }
    setFaults(found)
    const first = (['approver', 'asks', 'about', 'call'] as const).find((name) => found[name])
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else if (asked && isRefused(asked)) form.current?.querySelector<HTMLElement>('#before-asking')?.focus()
    else if (isOnline) signing.begin()
  }

  return (
    <>
      <SigningSheet signing={signing} />
      <ApproverForm
        ref={form}
        workspaceId={membership.id}
        label={text.checkWith}
        anyHint={null}
        fault={faults.approver ? text.chooseFirst : undefined}
        value={approver}
        onValue={(person) => change({ approver: person })}
        onSubmit={submit}
      >
        {approver?.callBackNumber && <NumberOnFile number={approver.callBackNumber} />}
        <BeforeAsking one={asked} isLoading={isAsking} />
        <AskChoice
          value={asks}
          onValue={(kind) => change({ asks: kind })}
          fault={faults.asks ? described.chooseAsks : undefined}
        />
        <Field label={text.about} hint={text.aboutHint} fault={faults.about && text.faults[faults.about]}>
          {(inner) => (
            <input
              className="input"
              {...inner}
              name="about"
              dir="auto"
              autoComplete="off"
              maxLength={MOST_ABOUT}
              value={about}
              onChange={(event) => change({ about: event.target.value })}
            />
          )}
        </Field>
        <WhoCalled
          legend={described.who}
          hint={described.whoHint}
          value={way}
          onValue={(answer) => change({ way: answer })}
          fault={faults.call ? described.chooseWho : undefined}
        />
        {numberToTick && (
          <CallBackChoice
            number={numberToTick}
            value={calledBack}
            onValue={(ticked) => change({ calledBack: ticked })}
          />
        )}
        {signing.step === null && <RefusalNotice error={signing.error} />}
        <button type="submit" className="button" aria-disabled={signing.isPreparing || !isOnline}>
          {signing.isPreparing ? text.preparing : text.start}
        </button>
      </ApproverForm>
    </>
  )
}
