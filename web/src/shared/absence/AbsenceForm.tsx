import { useId, useState, type SubmitEvent } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { possibleDeputies, setAbsence } from '#contract/workspaces/approving/absence.ts'
import { endpointPages } from '../api/api.ts'
import { sayWaits } from '../changes/say-waits.ts'
import { useCommand } from '../commands/use-command.ts'
import { Field } from '../native/Field.tsx'
import { ErrorNotice } from '../native/Notice.tsx'
import { personWords } from '../parts/PersonText.tsx'
import { absenceTexts } from './absence-texts.ts'
import type { AbsenceProps } from './absence-props.ts'
import { daysOf, timesOf } from './days-away.ts'

type Props = AbsenceProps & { readonly onDone: () => void }
type Fault = 'dates' | 'order' | 'same'

const faultIn = (first: string, last: string, chosen: readonly string[]): Fault | null => {
  if (!first || !last) return 'dates'
  if (last < first || new Date(timesOf({ first, last }).until) <= new Date()) return 'order'
  const deputies = chosen.filter(Boolean)
  return new Set(deputies).size < deputies.length ? 'same' : null
}

/** What is chosen, what is wrong with it, and how it is saved. */
const useAbsence = ({ participantId, absence, onDone }: Props) => {
  const [days, setDays] = useState(() => (absence ? daysOf(absence) : { first: '', last: '' }))
  const [chosen, setChosen] = useState(() => [0, 1].map((at) => absence?.deputies[at]?.participantId ?? ''))
  const [fault, setFault] = useState<Fault | null>(null)
  const save = useCommand(setAbsence, {
    onSuccess(reply) {
      sayWaits(reply)
      onDone()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const wrong = faultIn(days.first, days.last, chosen)
    setFault(wrong)
    if (wrong !== null || save.isPending) return
    save.mutate({ body: { participantId, ...timesOf(days), deputies: chosen.filter(Boolean) } })
  }
  const choose = (at: number) => (id: string) =>
    setChosen(chosen.map((one, place) => (place === at ? id : one)))
  return { days, setDays, chosen, choose, fault, save, submit }
}

/** The days and the deputies of an absence. */
export const AbsenceForm = (props: Props) => {
  const text = absenceTexts.use()
  const { workspaceId, participantId, absence, name, onDone } = props
  const { days, setDays, chosen, choose, fault, save, submit } = useAbsence(props)
  const deputies = { workspaceId, participantId, known: absence?.deputies ?? [] }
  return (
    <form
      className="call-back"
      noValidate
      aria-label={(absence === null ? text.setOf : text.changeOf)(name)}
      onSubmit={submit}
    >
      <Field
        label={text.first}
        type="date"
        autoFocus
        value={days.first}
        onChange={({ target }) => setDays({ ...days, first: target.value })}
      />
      <Field
        label={text.last}
        type="date"
        error={fault === null || fault === 'same' ? undefined : text.faults[fault]}
        value={days.last}
        onChange={({ target }) => setDays({ ...days, last: target.value })}
      />
      <Deputy {...deputies} label={text.deputy} value={chosen[0]!} onValue={choose(0)} />
      <Deputy {...deputies} label={text.second} value={chosen[1]!} onValue={choose(1)} />
      {fault === 'same' && (
        <p className="field-error" role="alert">
          {text.faults.same}
        </p>
      )}
      <p className="hint">{text.hint}</p>
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

type DeputyProps = Pick<Props, 'workspaceId' | 'participantId'> & {
  readonly label: string
  /** Those who are deputies now: the list may not have reached them. */
  readonly known: NonNullable<Props['absence']>['deputies']
  readonly value: string
  readonly onValue: (id: string) => void
}

const Deputy = ({ workspaceId, participantId, label, known, value, onValue }: DeputyProps) => {
  const text = absenceTexts.use()
  const id = useId()
  const query = useInfiniteQuery(
    endpointPages(possibleDeputies, { params: { workspaceId, participantId }, query: { limit: 100 } }),
  )
  const listed = query.data?.pages.flatMap(({ reply }) => reply) ?? []
  const missing = known.filter((one) => listed.every((other) => other.participantId !== one.participantId))
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={({ target }) => onValue(target.value)}>
        <option value="">{text.noDeputy}</option>
        {[...missing, ...listed].map((one) => (
          <option key={one.participantId} value={one.participantId}>
            {personWords(one, text.erased)}
          </option>
        ))}
      </select>
      {query.error && <ErrorNotice error={query.error} />}
      {query.hasNextPage && (
        <button type="button" className="button-link" onClick={() => void query.fetchNextPage()}>
          {text.more}
        </button>
      )}
    </div>
  )
}
