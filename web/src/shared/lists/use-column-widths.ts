import { useState } from 'react'
import type { ColumnSizingState } from '@tanstack/react-table'
import { inStorage } from '../session/browser-storage.ts'

/** The widths that the reader chose for the columns of a list, in percent of it. This browser remembers them. */
export const useColumnWidths = (list: string) => {
  const key = `vieraugen-columns ${list}`
  const [widths, setWidths] = useState<ColumnSizingState>(
    () => inStorage(() => JSON.parse(localStorage.getItem(key) ?? '{}') as ColumnSizingState) ?? {},
  )
  const save = (next: ColumnSizingState): void => {
    inStorage(() => localStorage.setItem(key, JSON.stringify(next)))
    setWidths(next)
  }
  return [widths, save] as const
}
