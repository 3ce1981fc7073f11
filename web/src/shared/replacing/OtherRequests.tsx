import { lazy, Suspense } from 'react'
import type { OtherProps } from './other-props.ts'

const OtherFacts = lazy(async () => ({ default: (await import('./OtherFacts.tsx')).OtherFacts }))

/** In whose place a request was asked and what is different, and which one was asked in its place. */
export const OtherRequests = (props: OtherProps) =>
  props.request.replaces || props.request.replacedBy ? (
    <Suspense fallback={null}>
      <OtherFacts {...props} />
    </Suspense>
  ) : null
