import type { ReactNode } from 'react'
import { useErrorText } from '#shared/texts/common.ts'
import { scrollIntoViewRef } from './scroll-into-view.ts'

/** Shows and announces the error of a failed command. */
export const ErrorNotice = ({ error, children }: { error: unknown; children?: ReactNode }) => {
  const errorText = useErrorText()
  if (!error) return null
  return (
    <div ref={scrollIntoViewRef} className="notice error" role="alert">
      <p>{errorText(error)}</p>
      {children}
    </div>
  )
}
