import { readCsv } from '#server/demo/csv.ts'

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

export const readTitles = (csv: string): Title[] =>
  readCsv(csv)
    .slice(1)
    .map(
      ([id, title = '', author = '', isbn = '', genre = '', branch = '', about = '', of = '']) => ({
        ...{ id: Number(id), title, author, isbn, genre, branch, about },
        subjects: of.split(' '),
      }),
    )
