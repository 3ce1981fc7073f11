import { Suspense } from 'react'
import type { OfKind } from '#shared/kinds/filled-field.ts'
import { latePart } from '../../background/late-part.tsx'
import '#shared/kinds/kinds.css'

/** Few lists have any, so their words come later. */
const KindWords = latePart(async () => (await import('#shared/kinds/KindWords.tsx')).KindWords)

/** The kind of a request and its listed fields in one line, whose place is kept. What has no room is cut. */
export const KindLine = ({ request }: { readonly request: OfKind }) =>
  (request.kind || request.parked || (request.needs && request.needs.count > 1)) && (
    <span className="kind-line">
      <Suspense>
        <KindWords request={request} />
      </Suspense>
    </span>
  )
