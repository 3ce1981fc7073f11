import { frameTexts } from './frame-texts.ts'
import { PhoneScreen } from './PhoneScreen.tsx'
import { InboxLink } from './InboxLink.tsx'

export const NotFoundPage = () => {
  const text = frameTexts.use()
  return (
    <PhoneScreen title={text.notFoundTitle}>
      <p>{text.notFoundText}</p>
      <InboxLink />
    </PhoneScreen>
  )
}
