/** A title of the catalogue; `subjects` are what its first place in an answer may be about. */
export type Title = {
  id: number
  title: string
  author: string
  isbn: string
  genre: string
  branch: string
  about: string
  subjects: string[]
}

/** The fields of one line of CSV; a field in quotes may hold commas and doubled quotes. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

export const readTitles = (csv: string): Title[] =>
  csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const [id, title = '', author = '', isbn = '', genre = '', branch = '', about = '', of = ''] =
        fieldsOf(line)
      return { id: Number(id), title, author, isbn, genre, branch, about, subjects: of.split(' ') }
    })
