import { Suspense } from 'react'
import { latePart } from '../../background/late-part.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { CallIcon } from '#shared/parts/icons.tsx'
import { inboxTexts } from './inbox-texts.ts'

const ColleagueShortcuts = latePart(
  async () => (await import('../asking/ColleagueShortcuts.tsx')).ColleagueShortcuts,
)

/** The first of the inbox: starts a call check, with one of the colleagues of late by one tap. */
export const CheckACall = () => {
  const text = inboxTexts.use()
  return (
    <section>
      <Link className="button" to="/new/check">
        <CallIcon />
        {text.checkACall}
      </Link>
      <div className="colleagues-place">
        <Suspense fallback={null}>
          <ColleagueShortcuts />
        </Suspense>
      </div>
    </section>
  )
}
