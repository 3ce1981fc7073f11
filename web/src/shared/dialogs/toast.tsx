import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { errorText, useText } from '../texts/common.ts'
import { AlertIcon, CheckIcon, CrossIcon } from '../parts/icons.tsx'
import '../parts/parts.css'
import './toast.css'

export type Toast = {
  readonly message: ReactNode
  readonly severity?: 'info' | 'success' | 'error'
  readonly action?: { readonly label: string; readonly run: () => void }
  /** milliseconds */
  readonly autoHideDuration?: number
}

const DEFAULT_MS = 2500
const NOTICE_MS = 3000
let current: (Toast & { readonly number: number }) | null = null
let count = 0
const listeners = new Set<() => void>()

const set = (next: typeof current): void => {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a short message that disappears by itself. Never the only place for something important. */
export const showToast = (toast: Toast): void => set({ ...toast, number: ++count })
export const hideToast = (): void => set(null)

/** The red notice of a failed call, optionally after a lead like 'Create new workspace error: '. */
export const showError = (error: unknown, lead = ''): void =>
  showToast({ message: lead + errorText(error), severity: 'error', autoHideDuration: NOTICE_MS })

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Shows the toasts. Mounted once. The countdown pauses while the pointer or the focus is on the toast. Not MUI's Snackbar,
 * because the sign-in pages show toasts too and load no MUI.
 */
export const Toaster = () => {
  const toast = useSyncExternalStore(subscribe, () => current)
  const [heldNumber, setHeldNumber] = useState(0)
  const held = toast !== null && toast.number === heldNumber
  const text = useText()

  useEffect(() => {
    if (!toast || held) return
    const timer = setTimeout(hideToast, toast.autoHideDuration ?? DEFAULT_MS)
    return () => clearTimeout(timer)
  }, [toast, held])

  return (
    <div className="toaster" role="status" aria-live="polite">
      {toast && (
        <div
          key={toast.number}
          className={`toast toast-${toast.severity ?? 'info'}`}
          role={toast.severity === 'error' ? 'alert' : undefined}
          onMouseEnter={() => setHeldNumber(toast.number)}
          onMouseLeave={() => setHeldNumber(0)}
          onFocus={() => setHeldNumber(toast.number)}
          onBlur={() => setHeldNumber(0)}
        >
          {toast.severity === 'success' && <CheckIcon />}
          {toast.severity === 'error' && <AlertIcon />}
          <span>{toast.message}</span>
          {toast.action && (
            <button
              type="button"
              className="button-link"
              onClick={() => {
                hideToast()
                toast.action?.run()
              }}
            >
              {toast.action.label}
            </button>
          )}
          <button type="button" className="icon-button" aria-label={text.close} onClick={hideToast}>
            <CrossIcon />
          </button>
        </div>
      )}
    </div>
  )
}
