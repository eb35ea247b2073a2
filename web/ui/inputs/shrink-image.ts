/** The files that a field for pictures accepts. Some systems don't treat HEIC as an image. */
export const pictureFiles = 'image/*,.heic,.heif'

const minBytes = 300_000
const jpegQuality = 0.85

/** Copies a file into memory, because on the disk it may change or disappear before it is sent. */
export async function copyOf(file: File): Promise<File> {
  const bytes = await file.arrayBuffer()
  if (bytes.byteLength === 0) throw new Error('The file is empty.')
  return new File([bytes], file.name, { type: file.type })
}

/**
 * Scales a large picture down to `maxSidePx`, as JPEG, before it is uploaded. Returns a copy of the
 * file if it is small, if the browser can't draw it, or if scaling makes it no smaller. Throws if
 * the file is empty or no longer on the disk.
 */
export async function shrinkImage(chosen: File, maxSidePx = 1600): Promise<File> {
  const file = await copyOf(chosen)
  if (file.size < minBytes) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, maxSidePx / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', jpegQuality),
    )
    return blob && blob.size < file.size
      ? new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
      : file
  } catch {
    return file
  }
}
