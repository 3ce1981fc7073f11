import { useState } from 'react'
import type { Absence } from '#contract/person.ts'
import { setAbsence } from '#contract/workspaces/approving/absence.ts'
import { sayWaits } from '../changes/say-waits.ts'
import { useCommand } from '../commands/use-command.ts'
import { ErrorNotice } from '../native/Notice.tsx'
import { PersonText } from '../parts/PersonText.tsx'
import { AbsenceForm } from './AbsenceForm.tsx'
import type { AbsenceProps } from './absence-props.ts'
import { absenceTexts } from './absence-texts.ts'
import '../call-back/call-back.css'

/** Shows when a participant is away and who decides meanwhile, and lets it be set, changed and ended. */
export const AbsenceSetting = (props: AbsenceProps) => {
  const text = absenceTexts.use()
  const [doing, setDoing] = useState<'change' | 'end' | null>(null)
  const { absence, name } = props
  const onDone = () => setDoing(null)
  if (doing === 'change') return <AbsenceForm {...props} onDone={onDone} />
  return (
    <div className="call-back">
      {absence === null ? <p>{text.none}</p> : <Shown {...props} absence={absence} />}
      {doing === 'end' ? (
        <EndAbsence {...props} onDone={onDone} />
      ) : (
        <div className="call-back-actions">
          <button
            type="button"
            className="button button-outlined"
            aria-label={(absence === null ? text.setOf : text.changeOf)(name)}
            onClick={() => setDoing('change')}
          >
            {absence === null ? text.set : text.change}
          </button>
          {absence !== null && (
            <button
              type="button"
              className="button button-text"
              aria-label={text.endOf(name)}
              onClick={() => setDoing('end')}
            >
              {text.end}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

const Shown = ({
  absence: { from, until, deputies },
  timeOf,
}: AbsenceProps & { readonly absence: Absence }) => {
  const text = absenceTexts.use()
  return (
    <>
      <p className="numbers">{text.away(timeOf(from), timeOf(until))}</p>
      {deputies.length === 0 && <p className="hint">{text.nobody}</p>}
      {deputies.length > 0 && (
        <p>
          {text.instead}{' '}
          {deputies.map((one, at) => (
            <span key={one.participantId}>
              {at > 0 && ', '}
              <PersonText of={one} erased={text.erased} />
            </span>
          ))}
        </p>
      )}
    </>
  )
}

const EndAbsence = ({ participantId, name, onDone }: AbsenceProps & { readonly onDone: () => void }) => {
  const text = absenceTexts.use()
  const end = useCommand(setAbsence, {
    onSuccess(reply) {
      sayWaits(reply)
      onDone()
    },
  })
  const body = { participantId, from: null, until: null, deputies: [] }
  return (
    <section className="call-back" aria-label={text.endOf(name)}>
      <p role="alert">{text.endQuestion}</p>
      {end.error && <ErrorNotice error={end.error} />}
      <div className="call-back-actions">
        <button type="button" className="button button-outlined" autoFocus onClick={onDone}>
          {text.keep}
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-disabled={end.isPending}
          onClick={() => end.isPending || end.mutate({ body })}
        >
          {end.isPending ? text.ending : text.endConfirm}
        </button>
      </div>
    </section>
  )
}
