// Finds the photos that a CSV file names in a folder that was chosen along with it.

const isPhoto = ({ name, type }: File) =>
  type.startsWith('image/') || /\.(jpe?g|png|webp|avif|heic|heif)$/i.test(name)

const key = (path: string) => path.normalize('NFC').toLowerCase()
const withoutExtension = (path: string) => path.replace(/\.\w{2,5}$/, '')
const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * Returns a function that finds a photo by its name, in any case, with or without folders and
 * extension. Finds none if several have the name.
 */
export function findPhotosIn(files: readonly File[]): (name: string) => File | undefined {
  const photos = files
    .filter(isPhoto)
    .map((file) => ({ file, path: `/${key(file.webkitRelativePath || file.name)}` }))
  const byName = Map.groupBy(photos, ({ path }) => lastPart(path))
  const byStem = Map.groupBy(photos, ({ path }) => withoutExtension(lastPart(path)))
  return (name) => {
    const end = `/${key(name)}`
    const full = (byName.get(lastPart(end)) ?? []).filter(({ path }) => path.endsWith(end))
    const stems = (byStem.get(lastPart(end)) ?? []).filter(({ path }) =>
      withoutExtension(path).endsWith(end),
    )
    const [found, ...others] = full.length > 0 ? full : stems
    return others.length > 0 ? undefined : found?.file
  }
}
