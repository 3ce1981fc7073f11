import { useEffect, useRef, useState } from 'react'
import { SearchField } from '../lists/SearchField.tsx'

const TYPING_PAUSE_MS = 300

type Props = {
  readonly label: string
  readonly maxLength: number
  /** The initial value. A new `key` resets the field to it. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Set after the clear button disappeared, which had the focus. */
  readonly autoFocus: boolean
}

/** Passes on the input after a short pause in typing. */
export const FilterSearch = ({ value, onChange, ...field }: Props) => {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (words: string): void => {
    setTyped(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(words), TYPING_PAUSE_MS)
  }
  return <SearchField {...field} value={typed} onValue={type} />
}
