import { QrCode } from '../../shared/QrCode.tsx'
import { deviceTexts } from './device-texts.ts'

/** For who has come here on a computer, as from an invitation: the way to the same page on the phone. */
export const OnYourPhone = () => {
  const { onPhone: text } = deviceTexts.use()
  const address = new URL('/m', location.href).href
  return (
    <section className="card stack">
      <h2>{text.title}</h2>
      <p>{text.text}</p>
      <QrCode text={address} label={text.picture} />
      <p className="hint">{address}</p>
    </section>
  )
}
