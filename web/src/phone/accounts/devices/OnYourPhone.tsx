import { QrCode } from '#shared/parts/QrCode.tsx'

/** In words of the page, so that this file brings the picture alone. */
type Props = { readonly title: string; readonly text: string; readonly picture: string }

/** For who has come here on a computer, as from an invitation: the way to the same page on the phone. */
export const OnYourPhone = ({ title, text, picture }: Props) => {
  const address = new URL('/m', location.href).href
  return (
    <section className="card stack">
      <h2>{title}</h2>
      <p>{text}</p>
      <QrCode text={address} label={picture} />
      <p className="hint">{address}</p>
    </section>
  )
}
