import { lazy, Suspense } from 'react'
import './qr-code.css'

/** Few who open the page look at the code. */
const QrDots = lazy(async () => ({ default: (await import('./QrDots.tsx')).QrDots }))

/** A QR code of `text`. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <Suspense fallback={<svg className="qr-code" viewBox="0 0 1 1" aria-hidden="true" />}>
    <QrDots text={text} label={label} />
  </Suspense>
)
