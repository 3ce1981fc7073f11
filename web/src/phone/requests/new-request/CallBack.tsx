import { whoCalledTexts } from '../parts/who-called-texts.ts'

/** The number on file of the chosen colleague, to be called with a tap. */
export const NumberOnFile = ({ number }: { readonly number: string }) => {
  const { callBack } = whoCalledTexts.use()
  return (
    <p className="notice info">
      {callBack.onFile} <a href={`tel:${number}`}>{number}</a>
      <br />
      {callBack.hint}
    </p>
  )
}

type Props = {
  readonly number: string
  readonly value: boolean
  readonly onValue: (calledBack: boolean) => void
}

/** What the requester signs: that they called this number themselves. */
export const CallBackChoice = ({ number, value, onValue }: Props) => {
  const { callBack } = whoCalledTexts.use()
  return (
    <div className="choice ticked">
      <label>
        <input
          type="checkbox"
          name="calledBack"
          checked={value}
          onChange={(event) => onValue(event.target.checked)}
        />
        {callBack.iCalled(number)}
      </label>
    </div>
  )
}
