import { Suspense } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { latePart } from '../../background/late-part.tsx'

/** Few people are deputies, so its words come later. */
const ForColleague = latePart(async () => (await import('#shared/deputies/ForColleague.tsx')).ForColleague)

/** For which colleague the reader would decide, in a list. */
export const ColleagueLine = ({
  request: { standsInFor },
}: {
  readonly request: Pick<Request, 'standsInFor'>
}) =>
  standsInFor && (
    <Suspense>
      <ForColleague of={standsInFor} says="youDecide" isInline className="hint" />
    </Suspense>
  )
