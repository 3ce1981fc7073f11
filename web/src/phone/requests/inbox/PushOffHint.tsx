import { Link } from '#shared/parts/Link.tsx'
import { isPushOff } from '../../background/registered.ts'
import { useUserId } from '../../accounts/sessions/phone-session.tsx'
import { inboxTexts } from './inbox-texts.ts'

/** Says while notifications are off that questions reach only an open page. */
export const PushOffHint = () => {
  const text = inboxTexts.use()
  if (!isPushOff(useUserId())) return null
  return (
    <p className="hint">
      {text.pushOff} <Link to="/notifications">{text.turnPushOn}</Link>
    </p>
  )
}
