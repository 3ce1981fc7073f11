import { expiries, type Expiry } from './new-request-rules.ts'
import { newRequestTexts } from './new-request-texts.ts'

type Props = { readonly value: Expiry; readonly onValue: (seconds: Expiry) => void }

export const ExpiryChoice = ({ value, onValue }: Props) => {
  const text = newRequestTexts.use()
  return (
    <fieldset className="choice">
      <legend>{text.expiry}</legend>
      {expiries.map((seconds) => (
        <label key={seconds}>
          <input type="radio" name="expiry" checked={value === seconds} onChange={() => onValue(seconds)} />
          {text.expiries[seconds]}
        </label>
      ))}
    </fieldset>
  )
}
