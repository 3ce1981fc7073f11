import { frameTexts } from './frame-texts.ts'
import { PhoneScreen } from './PhoneScreen.tsx'
import { WayHome } from './WayHome.tsx'

export const NotFoundPage = () => {
  const text = frameTexts.use()
  return (
    <PhoneScreen title={text.notFoundTitle}>
      <p>{text.notFoundText}</p>
      <WayHome />
    </PhoneScreen>
  )
}
