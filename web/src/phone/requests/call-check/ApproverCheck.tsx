import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { requestChallenge } from '#contract/requests/decisions.ts'
import { shortId } from '#contract/requests/short-id.ts'
import { isApiError } from '#shared/api-error.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { Link } from '#shared/parts/Link.tsx'
import { useErrorText } from '#shared/texts/common.ts'
import { personWords, PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { Decision } from '../decision/Decision.tsx'
import type { DecisionProps } from '../decision/decision-props.ts'
import { ConfusablesNotice } from '../parts/ConfusablesNotice.tsx'
import { requestTexts } from '../parts/request-texts.ts'
import { PinKeys } from '../../accounts/signing/PinKeys.tsx'
import { signingTexts } from '../../accounts/signing/signing-texts.ts'
import type { CallWay } from '#contract/requests/requests.ts'
import { callName } from '../../frame/call-name.ts'
import { DenyStep } from './DenyStep.tsx'
import { useOwnAnswer } from './own-answer.ts'
import { WhoCalled } from './WhoCalled.tsx'
import { whoCalledTexts } from '../parts/who-called-texts.ts'
import { checkTexts } from './check-texts.ts'
import { Digits } from './Digits.tsx'

const DIGITS = 2

/**
 * The approver's side of an open call check. One that says what is asked for goes step by step: who called whom, before anything of
 * the requester's is shown; the claim with its three answers; the number.
 */
export const ApproverCheck = (props: DecisionProps) => {
  const text = whoCalledTexts.use()
  const { erased } = requestTexts.use()
  const errorText = useErrorText()
  const [way, setWay] = useOwnAnswer(props.shown.id)
  const [isClaimed, setClaimed] = useState(false)
  const [unclear, setUnclear] = useState<unknown>(null)
  const { shown } = props
  const askAgain = (error: unknown) => {
    setWay(null)
    setClaimed(false)
    setUnclear(error)
  }
  if (!shown.asks) return <NumberStep {...props} way={null} onUnclear={askAgain} />
  if (way && isClaimed)
    return <NumberStep {...props} way={way} onUnclear={askAgain} onBack={() => setClaimed(false)} />
  if (way) return <ClaimStep {...props} way={way} onUnclear={askAgain} onClaimed={() => setClaimed(true)} />
  return (
    <>
      <p className="hint">
        <PersonText of={shown.requester} erased={erased} />
      </p>
      <WhoCalled
        legend={text.who}
        hint={text.whoHint}
        value={way}
        onValue={setWay}
        fault={unclear ? errorText(unclear) : undefined}
      />
      <NotTalking shown={shown} />
    </>
  )
}

type ClaimStepProps = DecisionProps & {
  readonly way: CallWay
  readonly onUnclear: (error: unknown) => void
  readonly onClaimed: () => void
}

/** The claim, and three answers of equal weight. A yes first compares who called whom, so that no number is typed for a relay. */
const ClaimStep = ({ way, onUnclear, onClaimed, ...props }: ClaimStepProps) => {
  const { yes } = whoCalledTexts.use()
  const compare = useCommand(requestChallenge, {
    onSuccess: onClaimed,
    onError: (error) => {
      if (isApiError(error, 'call.unclear')) onUnclear(error)
      else if (isApiError(error, 'request.closed')) props.onClosed()
      // The page shows the end of the check, or that it was a drill. Anything else comes again at the signature.
      else if (!isApiError(error, 'call.both-called') && !isApiError(error, 'request.drill')) onClaimed()
    },
  })
  const { id } = props.shown
  const say = () => compare.isPending || compare.mutate({ params: { id }, body: { call: way } })
  return (
    <>
      <Claim shown={props.shown} isDescribed />
      <div className="answers">
        <button type="button" className="button" aria-disabled={compare.isPending} onClick={say}>
          {yes}
        </button>
        <Noes {...props} way={way} />
      </div>
    </>
  )
}

/** The two answers that close the check and alert the admins. */
const Noes = ({ way, ...props }: DecisionProps & { readonly way: CallWay }) => (
  <>
    <DenyClaim {...props} call={way} />
    <NotTalking shown={props.shown} />
  </>
)

const NotTalking = ({ shown }: Pick<DecisionProps, 'shown'>) => {
  const { notTalking } = whoCalledTexts.use()
  const { erased } = requestTexts.use()
  const { state } = useLocation()
  return (
    <Link className="button button-danger" to={`/requests/${shown.id}/report`} state={state}>
      {notTalking(callName(shown.requester, erased))}
    </Link>
  )
}

type StepProps = DecisionProps & {
  /** The answer to who called whom; null for a check that does not say what is asked for. */
  readonly way: CallWay | null
  /** Both say that they made the call. */
  readonly onUnclear: (error: unknown) => void
  /** Back to the claim. */
  readonly onBack?: () => void
}

type ClaimProps = Pick<DecisionProps, 'shown'> & { readonly isDescribed: boolean }

/** What the check is about, and who asks. */
const Claim = ({ shown, isDescribed }: ClaimProps) => {
  const { asks } = checkTexts.use()
  const { claim } = whoCalledTexts.use()
  const { erased, erasedText } = requestTexts.use()
  return (
    <>
      <div>
        {isDescribed && <p>{claim(personWords(shown.requester, erased))}</p>}
        <p className={isDescribed ? 'why claim' : 'why'}>
          <UserText>{shown.title ?? erasedText}</UserText>
        </p>
        {!isDescribed && (
          <p className="hint">
            {asks} <PersonText of={shown.requester} erased={erased} />
          </p>
        )}
        <p className="hint numbers one-line">
          <UserText>{shown.workspaceName ?? erasedText}</UserText> · {shortId(shown.id)}
        </p>
      </div>
      <ConfusablesNotice texts={[shown.title, shown.workspaceName]} />
    </>
  )
}

/** Type the number from the call and sign it. A check of an app of before can be declined and reported here. */
const NumberStep = ({ way, onUnclear, onBack, ...props }: StepProps) => {
  const { shown } = props
  const text = checkTexts.use()
  const { triesLeft } = signingTexts.use()
  const errorText = useErrorText()
  const { state } = useLocation()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [number, setNumber] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const described = whoCalledTexts.use()
  // The button that led here is gone, and what is typed must be in view.
  useEffect(() => {
    if (onBack) field.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- only when the step opens
  }, [])
  // Runs after the sheet has closed and returned the focus to the button.
  useEffect(() => {
    if (wrong) field.current?.focus()
  }, [wrong])
  const change = (value: string) => {
    setNumber(value)
    setMissing(false)
  }
  const onMissing = () => {
    setMissing(true)
    field.current?.focus()
  }
  const onRefused = (error: unknown) => {
    if (isApiError(error, 'call.unclear')) onUnclear(error)
    if (!isApiError(error, 'number.wrong')) return
    change('')
    setWrong(error)
  }

  return (
    <>
      <Claim shown={shown} isDescribed={way !== null} />
      <div className="hear">
        <label htmlFor={id}>{text.which}</label>
        <Digits
          ref={field}
          id={id}
          value={number}
          onValue={change}
          formId={`${id}-form`}
          describedBy={`${id}-hint`}
          isInvalid={isMissing}
        />
        {wrong && !isMissing ? (
          <p id={`${id}-hint`} className="fault" role="alert">
            {errorText(wrong)} {triesLeft(1)}
          </p>
        ) : (
          <p id={`${id}-hint`} className={isMissing ? 'fault' : 'hint'}>
            {isMissing ? text.digitsMissing : way ? described.noNumber : text.noNumber}
          </p>
        )}
      </div>
      <Decision
        {...props}
        check={{
          number,
          call: way ?? undefined,
          noes: way && <Noes {...props} way={way} />,
          formId: `${id}-form`,
          onMissing,
          onRefused,
        }}
      >
        <PinKeys value={number} onValue={change} most={DIGITS}>
          {onBack ? (
            <button type="button" className="key-words" onClick={onBack}>
              {described.back}
            </button>
          ) : (
            <Link className="key-words" to={`/requests/${shown.id}/report`} state={state}>
              {text.notMe}
            </Link>
          )}
        </PinKeys>
      </Decision>
    </>
  )
}

/** The answer of an approver who talks to the requester, but did not ask for this. */
const DenyClaim = ({ call, ...props }: DecisionProps & { readonly call: CallWay }) => {
  const { deny } = whoCalledTexts.use()
  const { erased } = requestTexts.use()
  const who = callName(props.shown.requester, erased)
  const [isDenying, setDenying] = useState(false)
  return (
    <>
      <button type="button" className="button button-danger" onClick={() => setDenying(true)}>
        {deny(who)}
      </button>
      {isDenying && (
        <DenyStep
          {...props}
          who={who}
          call={call}
          onRefused={(error) => isApiError(error, 'request.closed') && props.onClosed()}
          onBack={() => setDenying(false)}
        />
      )}
    </>
  )
}
