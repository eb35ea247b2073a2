// Creates pictures to upload.
import sharp from 'sharp'

const made = new Map<string, Promise<Buffer>>()

/** Creates a JPEG in one color. The same `red` (0 to 255) gives the same file. */
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

export const makePhotos = (...reds: number[]) =>
  Promise.all(
    reds.map(async (red, index) => ({
      name: `${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await makePhoto(red),
    })),
  )

/** Adds photos to a form as Add Book does. They are small, so that the server is fast. */
export async function appendPhotos(form: FormData, reds: number[]): Promise<void> {
  for (const red of reds) {
    const bytes = new Uint8Array(await makePhoto(red, 240))
    form.append('images', new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg')
  }
}
