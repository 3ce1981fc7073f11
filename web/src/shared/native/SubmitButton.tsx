import type { ReactNode } from 'react'
import '../parts/parts.css'

type Props = { readonly busy: boolean; readonly children: ReactNode }

/** Submits its form. While busy it keeps the focus and ignores clicks. */
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
