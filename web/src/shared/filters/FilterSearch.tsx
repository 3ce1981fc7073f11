import { useEffect, useRef, useState } from 'react'
import { SearchField } from '../lists/SearchField.tsx'

const TYPING_PAUSE_MS = 300

type Props = {
  readonly label: string
  readonly maxLength: number
  /** What it begins with; a new `key` makes it begin anew. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Whether what was pressed to clear it has gone: it takes the focus. */
  readonly autoFocus: boolean
}

/** Passes on what was typed after a short pause. */
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
