import { Link } from '#shared/parts/Link.tsx'
import { frameTexts } from './frame-texts.ts'

/** The way on from what is over, or not there. */
export const InboxLink = () => (
  <Link className="button button-outlined" to="/">
    {frameTexts.use().toHome}
  </Link>
)
