// Finds the photos that a CSV file names in a folder that was chosen along with it.

const isPhoto = ({ name, type }: File) =>
  type.startsWith('image/') || /\.(jpe?g|png|webp|avif|heic|heif)$/i.test(name)

const key = (path: string) => path.normalize('NFC').toLowerCase()
const withoutExtension = (path: string) => path.replace(/\.\w{2,5}$/, '')
const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** `ambiguous` are the names that several photos have. */
type Found = { files: File[]; ambiguous: string[] }

/**
 * Returns a function that finds each photo once by its names, in any case, with or without folders
 * and extension.
 */
export function findPhotosIn(files: readonly File[]): (names: readonly string[]) => Found {
  const photos = files
    .filter(isPhoto)
    .map((file) => ({ file, path: `/${key(file.webkitRelativePath || file.name)}` }))
  const byName = Map.groupBy(photos, ({ path }) => lastPart(path))
  const byStem = Map.groupBy(photos, ({ path }) => withoutExtension(lastPart(path)))
  const find = (name: string) => {
    const end = `/${key(name)}`
    const full = (byName.get(lastPart(end)) ?? []).filter(({ path }) => path.endsWith(end))
    const stems = (byStem.get(lastPart(end)) ?? []).filter(({ path }) =>
      withoutExtension(path).endsWith(end),
    )
    return full.length > 0 ? full : stems
  }
  return (names) => {
    const found = names.map((name) => ({ name, matches: find(name) }))
    const single = found.flatMap(({ matches }) => (matches.length === 1 ? matches : []))
    return {
      files: [...new Set(single.map(({ file }) => file))],
      ambiguous: found.flatMap(({ name, matches }) => (matches.length > 1 ? name : [])),
    }
  }
}
