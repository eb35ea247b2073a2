/** What a file chooser offers; not every system counts HEIC among the pictures. */
export const pictureFiles = 'image/*,.heic,.heif'

const minBytes = 300_000
const jpegQuality = 0.85

/**
 * Scales a large picture down to `maxSidePx`, as JPEG, before it is uploaded. Returns the file
 * itself if it is small, can't be read by the browser, or would not get smaller.
 */
export async function shrinkImage(file: File, maxSidePx = 1600): Promise<File> {
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
