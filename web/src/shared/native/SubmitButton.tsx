import type { ReactNode } from 'react'
import '../parts/parts.css'

type Props = { readonly busy: boolean; readonly children: ReactNode }

/** Sends its form; while a send is under way it keeps the focus and does nothing. */
export const SubmitButton = ({ busy, children }: Props) => (
  <button
    type="submit"
    className="button"
    aria-disabled={busy}
    aria-busy={busy}
    onClick={(event) => busy && event.preventDefault()}
  >
    {children}
  </button>
)
