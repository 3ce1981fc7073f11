type Props = {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

/** Hidden digits with the numeric keypad; nothing that is kept or filled in by a password manager. */
export const PinInput = ({ onValue, ...input }: Props) => (
  <input
    {...input}
    className="pin"
    type="password"
    inputMode="numeric"
    autoComplete="off"
    maxLength={12}
    onChange={(event) => onValue(event.target.value.replace(/\D/g, ''))}
  />
)
