type Props = {
  readonly id: string
  readonly name: string
  readonly value: string
  /** The page shows its own keypad, so no keyboard opens. */
  readonly hasKeys?: boolean
  readonly onValue: (value: string) => void
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

/** A hidden digit input that password managers neither store nor fill in. */
export const PinInput = ({ onValue, hasKeys = false, ...input }: Props) => (
  <input
    {...input}
    className="input pin"
    type="password"
    inputMode={hasKeys ? 'none' : 'numeric'}
    autoComplete="off"
    maxLength={12}
    onChange={(event) => onValue(event.target.value.replace(/\D/g, ''))}
  />
)
