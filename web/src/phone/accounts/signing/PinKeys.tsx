import type { ReactNode } from 'react'
import { EraseIcon } from '#shared/parts/icons.tsx'
import { signingTexts } from './signing-texts.ts'

const MOST_PIN_DIGITS = 12
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

type Props = {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly most?: number
  /** Shown beside the zero. */
  readonly children?: ReactNode
}

/** The page's own keypad, because a keyboard would cover what is signed. */
export const PinKeys = ({ value, onValue, most = MOST_PIN_DIGITS, children }: Props) => {
  const text = signingTexts.use()
  const key = (digit: string, place?: string) => (
    <button
      key={digit}
      type="button"
      className={place}
      onClick={() => value.length < most && onValue(value + digit)}
    >
      {digit}
    </button>
  )
  return (
    <div className="keys">
      {DIGITS.map((digit) => key(digit))}
      {children}
      {key('0', 'key-zero')}
      <button
        type="button"
        className="key-erase"
        aria-label={text.erase}
        onClick={() => onValue(value.slice(0, -1))}
      >
        <EraseIcon />
      </button>
    </div>
  )
}
