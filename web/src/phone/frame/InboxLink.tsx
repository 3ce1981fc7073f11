import { Link } from '#shared/parts/Link.tsx'
import { frameTexts } from './frame-texts.ts'

export const InboxLink = () => (
  <Link className="button button-outlined" to="/">
    {frameTexts.use().toHome}
  </Link>
)
