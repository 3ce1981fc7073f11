import { lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { onStepUp } from '../api/ask-to-confirm.ts'

const load = async () => ({ default: (await import('./StepUpDialog.tsx')).StepUpDialog })
const StepUpDialog = lazy(load)

type End = (isConfirmed: boolean) => void

/** Asks the user to prove who they are when the server requires it for a call, which then goes on. Each app has one. */
export const StepUpHost = () => {
  const [asked, setAsked] = useState<{ readonly end: End } | null>(null)
  useEffect(() => {
    let leave: End = () => {}
    const ask = async (): Promise<boolean> => {
      // Without the dialog's script the call fails instead of the page.
      await load()
      return new Promise<boolean>((resolve) => {
        leave = resolve
        setAsked({ end: resolve })
      }).finally(() => setAsked(null))
    }
    const off = onStepUp(ask)
    return () => {
      off()
      leave(false)
    }
  }, [])
  if (!asked) return null
  // Beside other dialogs, which hide the page below them.
  return createPortal(
    <Suspense fallback={null}>
      <StepUpDialog onEnd={asked.end} />
    </Suspense>,
    document.body,
  )
}
