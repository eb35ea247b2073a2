// Draws barcodes as a camera sees them: rotated, blurred or on a busy background.
import { writeFile } from 'node:fs/promises'
import bwipjs from 'bwip-js/node'
import sharp from 'sharp'

type Look = { rotated?: number; blurred?: number; isBusy?: boolean }

const size = { width: 1280, height: 720 }

/** A background of stripes and dots, like a book cover in bright light. */
const busyBackground = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
    <defs><pattern id="p" width="46" height="38" patternUnits="userSpaceOnUse" patternTransform="rotate(24)">
      <rect width="46" height="38" fill="#c9a06a"/><rect width="9" height="38" fill="#23405c"/>
      <circle cx="28" cy="18" r="10" fill="#7d2f2a"/></pattern></defs>
    <rect width="1280" height="720" fill="url(#p)"/></svg>`,
)

/** Returns a JPEG of a book's back with the barcode of this ISBN (13 digits). */
export async function drawBarcode(isbn: string, look: Look = {}): Promise<Buffer> {
  const barcode = await bwipjs.toBuffer({
    bcid: 'ean13',
    text: isbn,
    scale: 3,
    height: 22,
    includetext: true,
    padding: 12,
    backgroundcolor: 'FFFFFF',
  })
  const label = await sharp(barcode)
    .rotate(look.rotated ?? 0, { background: '#ffffff' })
    .toBuffer()
  const background = look.isBusy
    ? sharp(busyBackground)
    : sharp({ create: { ...size, channels: 3, background: '#d8d2c4' } })
  const drawn = await background
    .composite([{ input: label }])
    .png()
    .toBuffer()
  const picture = sharp(drawn)
  return (look.blurred ? picture.blur(look.blurred) : picture).jpeg({ quality: 80 }).toBuffer()
}

/** Writes the picture as a video for Chromium's fake camera. */
export async function writeVideo(file: string, picture: Buffer): Promise<void> {
  await writeFile(file, Buffer.concat(Array.from({ length: 30 }, () => picture)))
}
