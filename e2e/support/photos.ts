// Pictures to upload.
import sharp from 'sharp'

const made = new Map<string, Promise<Buffer>>()

/** A JPEG in one colour; the same shade of red (0 to 255) gives the same file. */
export function makePhoto(red: number, width = 600): Promise<Buffer> {
  const known = made.get(`${red} ${width}`)
  if (known) return known
  const background = { r: red, g: 90, b: 70 }
  const photo = sharp({ create: { width, height: 1.5 * width, channels: 3, background } })
    .jpeg()
    .toBuffer()
  made.set(`${red} ${width}`, photo)
  return photo
}

/** Photos as a file input takes them, one shade each. */
export const makePhotos = (...reds: number[]) =>
  Promise.all(
    reds.map(async (red, index) => ({
      name: `${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await makePhoto(red),
    })),
  )

/** Adds the photos to a form, as the Add Book modal does; small ones, which the server takes faster. */
export async function appendPhotos(form: FormData, reds: number[]): Promise<void> {
  for (const red of reds) {
    const bytes = new Uint8Array(await makePhoto(red, 240))
    form.append('images', new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg')
  }
}
