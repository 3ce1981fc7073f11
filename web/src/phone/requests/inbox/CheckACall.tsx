import { lazy, Suspense } from 'react'
import { Link } from '#shared/parts/Link.tsx'
import { CallIcon } from '#shared/parts/icons.tsx'
import { inboxTexts } from './inbox-texts.ts'

type Module = typeof import('../asking/ColleagueShortcuts.tsx')
/** The button works without them. */
const nothing: Module = { ColleagueShortcuts: () => <></> }
const ColleagueShortcuts = lazy(async () => ({
  default: (await import('../asking/ColleagueShortcuts.tsx').catch(() => nothing)).ColleagueShortcuts,
}))

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
