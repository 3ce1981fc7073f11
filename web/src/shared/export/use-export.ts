import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Input } from '../api/api.ts'
import { download } from '../api/download.ts'
import { saveFile } from '../api/save-file.ts'
import { showError, showToast } from '../dialogs/toast.tsx'
import { exportTexts } from './texts.ts'

/** Exports the files of an operation, one at a time. Leaving the page cancels it. */
export const useExport = <E extends Endpoint>(endpoint: E) => {
  const text = exportTexts.use()
  /** Null: no export is running. */
  const [bytes, setBytes] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (input: Input<E>): Promise<void> => {
    if (running.current) return
    const { signal } = (running.current = new AbortController())
    setBytes(0)
    try {
      const downloaded = await download(endpoint, { ...input, signal }, setBytes)
      saveFile(downloaded)
      showToast({ message: text.done(downloaded.name), severity: 'success' })
    } catch (error) {
      if (signal.aborted) showToast({ message: text.cancelled })
      else showError(error, text.failed)
    } finally {
      running.current = null
      setBytes(null)
    }
  }
  return { bytes, start, cancel: () => running.current?.abort() }
}
