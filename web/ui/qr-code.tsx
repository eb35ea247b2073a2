import { encode } from 'uqr'

/** A text as a QR code, dark on white in both themes, as scanners need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="w-48 rounded-box bg-white fill-black"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
