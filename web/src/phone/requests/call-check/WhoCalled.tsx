import { CALL_WAYS, type CallWay } from '#contract/requests/requests.ts'
import { whoCalledTexts } from '../parts/who-called-texts.ts'

type Props = {
  readonly legend: string
  readonly hint?: string | undefined
  readonly value: CallWay | null
  readonly onValue: (way: CallWay) => void
  readonly fault?: string | undefined
}

/** Asks one of the two who called whom, before they see the answer of the other. */
export const WhoCalled = ({ legend, hint, value, onValue, fault }: Props) => {
  const { ways } = whoCalledTexts.use()
  return (
    <fieldset className="choice who-called">
      <legend>{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      {CALL_WAYS.map((way) => (
        <label key={way}>
          <input type="radio" name="call" checked={value === way} onChange={() => onValue(way)} />
          {ways[way]}
        </label>
      ))}
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
