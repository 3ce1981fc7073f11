import type { ReactNode } from 'react'
import { BackIcon } from '../../shared/icons.tsx'
import { signingTexts } from './signing-texts.ts'

/** The longest PIN. */
const MOST = 12
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

type Props = {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly most?: number
  /** Beside the zero. */
  readonly children?: ReactNode
}

/** Keys of the page's own, so that no keyboard covers what is signed. */
export const PinKeys = ({ value, onValue, most = MOST, children }: Props) => {
  const text = signingTexts.use()
  return (
    <div className="keys">
      {children}
      {DIGITS.map((digit) => (
        <button
          key={digit}
          type="button"
          className={digit === '0' ? 'key-zero' : undefined}
          onClick={() => value.length < most && onValue(value + digit)}
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
