import { useId, type ReactNode } from 'react'

type Props = { readonly isOn: boolean; readonly onChange: () => void; readonly label: ReactNode }

/** A box in a list of which several can be chosen. */
export const CheckBox = ({ isOn, onChange, label }: Props) => {
  const id = useId()
  return (
    <div className="checkbox">
      <input id={id} type="checkbox" checked={isOn} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
