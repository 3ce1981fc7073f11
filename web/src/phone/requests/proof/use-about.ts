import type { Request } from '#contract/requests/requests.ts'
import { requestTexts } from '../parts/request-texts.ts'
import type { About } from './Sheet.tsx'

/** Of a request that somebody else made. */
export const useAbout = (label: string, { title, requester: { email } }: Request): About => {
  const text = requestTexts.use()
  return { label, title: title ?? text.erasedText, email, side: text.from }
}
