import { BackIcon } from '../../shared/icons.tsx'
import { decisionTexts } from './decision-texts.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

type Props = { readonly value: string; readonly onValue: (value: string) => void }

/** Keys of the page's own, so that no keyboard covers what is signed. */
export const PinKeys = ({ value, onValue }: Props) => {
  const text = decisionTexts.use()
  return (
    <div className="keys">
      {DIGITS.map((digit) => (
        <button
          key={digit}
          type="button"
          className={digit === '0' ? 'key-zero' : undefined}
          onClick={() => value.length < 12 && onValue(value + digit)}
        >
          {digit}
        </button>
      ))}
      <button
        type="button"
        className="key-erase"
        aria-label={text.erase}
        onClick={() => onValue(value.slice(0, -1))}
      >
        <BackIcon />
      </button>
    </div>
  )
}
