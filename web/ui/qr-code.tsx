import { encode } from 'uqr'

const minWidthPx = 192
/** The size of a module. Cheap phone cameras can't read smaller ones from a screen. */
const modulePx = 4

/** Shows a text as a QR code. It is dark on white in both themes, because scanners need that. */
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
      style={{ width: Math.max(minWidthPx, size * modulePx) }}
      className="max-w-full rounded-box bg-white fill-black"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
