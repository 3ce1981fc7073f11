import type { ReactNode } from 'react'
import { isApiError } from '../api-error.ts'
import { useErrorText, useText } from '../texts/common.ts'
import '../parts/parts.css'

export const Notice = ({ children }: { readonly children: ReactNode }) => (
  <div className="notice success" role="status">
    {children}
  </div>
)

type ErrorProps = { readonly error: unknown; readonly lead?: string; readonly children?: ReactNode }

/** Shows an error with its reference for support. `children` are the ways to continue. */
export const ErrorNotice = ({ error, lead = '', children }: ErrorProps) => {
  const text = useText()
  const textOf = useErrorText()
  return (
    <div className="notice error" role="alert">
      <p>
        {lead}
        {textOf(error)}
      </p>
      {isApiError(error) && error.statusCode >= 500 && error.requestId && (
        <p>
          <small>{text.requestId(error.requestId)}</small>
        </p>
      )}
      {children}
    </div>
  )
}
