import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { shortId } from '#contract/requests/short-id.ts'
import { isApiError } from '#shared/api-error.ts'
import { Link } from '#shared/parts/Link.tsx'
import { useErrorText } from '#shared/texts/common.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { Decision } from '../decision/Decision.tsx'
import type { DecisionProps } from '../decision/decision-props.ts'
import { ConfusablesNotice } from '../parts/ConfusablesNotice.tsx'
import { requestTexts } from '../parts/request-texts.ts'
import { PinKeys } from '../../accounts/signing/PinKeys.tsx'
import { signingTexts } from '../../accounts/signing/signing-texts.ts'
import { checkTexts } from './check-texts.ts'
import { Digits } from './Digits.tsx'

const DIGITS = 2

/** The approver's side of an open call check: type the number from the call and sign it, or decline. */
export const ApproverCheck = (props: DecisionProps) => {
  const { shown } = props
  const text = checkTexts.use()
  const { erased, erasedText } = requestTexts.use()
  const { triesLeft } = signingTexts.use()
  const errorText = useErrorText()
  const { state } = useLocation()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [number, setNumber] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
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
    if (!isApiError(error, 'number.wrong')) return
    change('')
    setWrong(error)
  }

  return (
    <>
      <div>
        <p className="why">
          <UserText>{shown.title ?? erasedText}</UserText>
        </p>
        <p className="hint one-line">
          {text.asks} {shown.requester.email ?? erased}
        </p>
        <p className="hint numbers one-line">
          <UserText>{shown.workspaceName ?? erasedText}</UserText> · {shortId(shown.id)}
        </p>
      </div>
      <ConfusablesNotice texts={[shown.title, shown.workspaceName]} />
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
            {isMissing ? text.digitsMissing : text.noNumber}
          </p>
        )}
      </div>
      <Decision {...props} check={{ number, formId: `${id}-form`, onMissing, onRefused }}>
        <PinKeys value={number} onValue={change} most={DIGITS}>
          <Link className="key-words" to={`/requests/${shown.id}/report`} state={state}>
            {text.notMe}
          </Link>
        </PinKeys>
      </Decision>
    </>
  )
}
