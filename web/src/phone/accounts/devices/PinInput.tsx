type Props = {
  readonly id: string
  readonly name: string
  readonly value: string
  /** The page has keys for it: no keyboard comes up. */
  readonly hasKeys?: boolean
  readonly onValue: (value: string) => void
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

/** Hidden digits; nothing that is kept or filled in by a password manager. */
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
