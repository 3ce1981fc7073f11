import { QrCode } from '#shared/parts/QrCode.tsx'

type Props = { readonly title: string; readonly text: string; readonly label: string }

/** A QR code for users who open this page on a computer, for example from an invitation. Texts come as props to keep this chunk small. */
export const OnYourPhone = ({ title, text, label }: Props) => {
  const address = new URL('/m', location.href).href
  return (
    <section className="card stack">
      <h2>{title}</h2>
      <p>{text}</p>
      <QrCode text={address} label={label} />
      <p className="hint">{address}</p>
    </section>
  )
}
