import { useState, type SubmitEvent } from 'react'
import { changeCallBack, phoneNumber } from '#contract/workspaces/call-back.ts'
import type { CallBack } from '#contract/workspaces/workspaces.ts'
import { useCommand } from '../commands/use-command.ts'
import { ErrorNotice } from '../native/Notice.tsx'
import { Field } from '../native/Field.tsx'
import { callBackTexts } from './call-back-texts.ts'
import './call-back.css'

type Props = CallBack & {
  readonly participantId: string
  /** Whose number it is, or of which workspace; names the buttons. */
  readonly name: string
  readonly timeOf: (iso: string) => string
}

/** Shows the call-back number of a participant and lets it be set, changed and removed. */
export const CallBackNumber = (props: Props) => {
  const text = callBackTexts.use()
  const [doing, setDoing] = useState<'change' | 'remove' | null>(null)
  const { callBackNumber, callBackWaiting, name, timeOf } = props
  const newest = callBackWaiting?.number ?? callBackNumber
  const onDone = () => setDoing(null)
  if (doing === 'change') return <NumberForm {...props} number={newest} onDone={onDone} />
  return (
    <div className="call-back">
      {newest === null ? <p>{text.none}</p> : <p className="numbers">{newest}</p>}
      {callBackWaiting && <p className="hint">{text.waits(timeOf(callBackWaiting.countsFrom))}</p>}
      {callBackNumber !== newest && (
        <p className="hint">
          {text.until} <span className="numbers">{callBackNumber}</span>
        </p>
      )}
      {doing === 'remove' ? (
        <RemoveNumber {...props} onDone={onDone} />
      ) : (
        <div className="call-back-actions">
          <button
            type="button"
            className="button button-outlined"
            aria-label={(newest === null ? text.setOf : text.changeOf)(name)}
            onClick={() => setDoing('change')}
          >
            {newest === null ? text.set : text.change}
          </button>
          {newest !== null && (
            <button
              type="button"
              className="button button-text"
              aria-label={text.removeOf(name)}
              onClick={() => setDoing('remove')}
            >
              {text.remove}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

type StepProps = Props & { readonly onDone: () => void }

const NumberForm = ({ number, ...props }: StepProps & { readonly number: string | null }) => {
  const text = callBackTexts.use()
  const [typed, setTyped] = useState(number ?? '')
  const [isWrong, setWrong] = useState(false)
  const { participantId, name, onDone } = props
  const save = useCommand(changeCallBack, { onSuccess: onDone })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const next = phoneNumber(typed)
    setWrong(next === null)
    if (next === null) return
    if (next === number) return onDone()
    if (!save.isPending) save.mutate({ body: { participantId, number: next } })
  }
  return (
    <form
      className="call-back"
      noValidate
      aria-label={(number === null ? text.setOf : text.changeOf)(name)}
      onSubmit={submit}
    >
      <Field
        label={text.number}
        hint={text.hint}
        error={isWrong ? text.invalid : undefined}
        type="tel"
        autoComplete="off"
        autoFocus
        maxLength={40}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {save.error && <ErrorNotice error={save.error} />}
      <div className="call-back-actions">
        <button type="submit" className="button" aria-disabled={save.isPending}>
          {save.isPending ? text.saving : text.save}
        </button>
        <button type="button" className="button button-outlined" onClick={onDone}>
          {text.cancel}
        </button>
      </div>
    </form>
  )
}

const RemoveNumber = (props: StepProps) => {
  const text = callBackTexts.use()
  const { participantId, name, onDone } = props
  const remove = useCommand(changeCallBack, { onSuccess: onDone })
  return (
    <section className="call-back" aria-label={text.removeOf(name)}>
      <p role="alert">{text.removeQuestion}</p>
      {remove.error && <ErrorNotice error={remove.error} />}
      <div className="call-back-actions">
        <button type="button" className="button button-outlined" autoFocus onClick={onDone}>
          {text.keep}
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-disabled={remove.isPending}
          onClick={() => remove.isPending || remove.mutate({ body: { participantId, number: null } })}
        >
          {remove.isPending ? text.removing : text.removeConfirm}
        </button>
      </div>
    </section>
  )
}
