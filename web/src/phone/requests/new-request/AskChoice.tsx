import { ASK_KINDS, type AskKind } from '#contract/requests/requests.ts'
import { askKinds } from '#shared/texts/ask-kinds.ts'
import { whoCalledTexts } from '../parts/who-called-texts.ts'

type Props = {
  readonly value: AskKind | null
  readonly onValue: (kind: AskKind) => void
  readonly fault: string | undefined
}

/** What the caller asks for. The sentence follows in a field of its own. */
export const AskChoice = ({ value, onValue, fault }: Props) => {
  const { asks } = whoCalledTexts.use()
  const kinds = askKinds.use()
  return (
    <fieldset className="choice">
      <legend>{asks}</legend>
      {ASK_KINDS.map((kind) => (
        <label key={kind}>
          <input type="radio" name="asks" checked={value === kind} onChange={() => onValue(kind)} />
          {kinds[kind]}
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
