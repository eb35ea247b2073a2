import { hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { pictureHash, pictures, writeBooks } from './books.ts'
import { marketSizes, password } from './ids.ts'
import { writeOrders } from './orders.ts'
import { writePeople } from './people.ts'
import { planMarket } from './sales.ts'
import { openTableFile, type TableFile } from './table-file.ts'
import { makeTitles } from './titles.ts'

function writePhotos(folder: string): TableFile {
  const photos = openTableFile(folder, 'photos', 'hash width height')
  for (let number = 0; number < pictures; number++) photos.add(pictureHash(number), 900, 1200)
  photos.close()
  return photos
}

/** Writes the rows of a market into files, and returns them in the order to copy them in. */
export async function writeMarket(folder: string, books: number): Promise<TableFile[]> {
  const sizes = marketSizes(books)
  const plan = planMarket(sizes, makeTitles(sizes.titles))
  const people = writePeople(folder, sizes, plan, await hashPassword(password))
  const files = [writePhotos(folder), ...people, ...writeBooks(folder, sizes, plan)]
  return [...files, ...writeOrders(folder, sizes, plan)]
}
