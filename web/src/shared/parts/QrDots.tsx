import { encode } from 'uqr'

/** Part of `QrCode`. Dark on white in every theme, because cameras need it. */
export const QrDots = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { size, data } = encode(text, { border: 3 })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={dots.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
