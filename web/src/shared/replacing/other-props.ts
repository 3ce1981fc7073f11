import type { ReactNode } from 'react'
import type { Request } from '#contract/requests/requests.ts'

export type OtherProps = {
  readonly request: Request
  /** A link to a request with these words. */
  readonly link: (id: string, words: ReactNode) => ReactNode
}
