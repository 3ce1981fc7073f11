import type { Request } from '#contract/requests/requests.ts'
import type { SheetSubject } from '../../accounts/signing/Sheet.tsx'
import { requestTexts } from '../parts/request-texts.ts'

/** Returns the subject of a decision about somebody else's request. */
export const useRequestSubject = (label: string, { title, requester }: Request): SheetSubject => {
  const text = requestTexts.use()
  return { label, title: title ?? text.erasedText, person: requester, side: text.from }
}
