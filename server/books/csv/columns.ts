// The columns of a CSV file of books, and the names that sellers, Amazon and Shopify give them.
import { normalize } from '#contract/books/normalize.ts'

/** By field: the header that is exported, then others that are understood. */
const names = {
  title: `Title, name, book, book name, book title, item name, product name, product title, शीर्षक, नाम,
    पुस्तक, पुस्तक का नाम, किताब, किताब का नाम`,
  author: 'Author, authors, author name, writer, by, vendor, लेखक, लेखक का नाम, लेखिका',
  isbn: `ISBN, isbn 13, isbn13, isbn 10, isbn10, isbn number, isbn no, ean, barcode, variant barcode,
    external product id, product id, आईएसबीएन, बारकोड`,
  bookType: 'Book Type, new or old, new or used, पुस्तक का प्रकार, प्रकार',
  condition: 'Condition, book condition, item condition, condition type, हालत, स्थिति, दशा',
  price: `Price, selling price, sale price, asking price, your price, our price, item price,
    standard price, variant price, कीमत, मूल्य, दाम, बिक्री मूल्य`,
  original_price: `List Price, mrp, list price mrp, original price, maximum retail price, retail price,
    printed price, cover price, compare at price, variant compare at price, एमआरपी, अंकित मूल्य, मूल कीमत`,
  copies: `Quantity, qty, copies, number of copies, no of copies, stock, available,
    variant inventory qty, मात्रा, प्रतियाँ, संख्या, स्टॉक`,
  publication_year: `Publication Year, year, year of publication, published year, edition year, प्रकाशन वर्ष,
    वर्ष, साल`,
  publicationDate: 'Publication Date, pub date, date of publication, release date, प्रकाशन तिथि',
  pages: 'Pages, number of pages, no of pages, page count, पृष्ठ, पृष्ठ संख्या, पन्ने',
  branch: 'Branch, category, product category, subject, department, शाखा, श्रेणी, विषय',
  genre: 'Genre, शैली',
  description: `Description, details, notes, item description, product description, body, condition note,
    item note, विवरण, टिप्पणी`,
  isRentable: 'Rentable, for rent, is rentable, किराए पर',
  rentPrice:
    'Rent Per Day, rent, rent price, daily rent, rent price per day, किराया, प्रतिदिन किराया, किराया प्रतिदिन',
  rentDeposit: 'Deposit, rent deposit, security deposit, जमा, जमा राशि',
  lateFee: 'Late Fee Per Day, late fee, विलंब शुल्क',
  openToExchange: 'Open To Swap, swap, exchange, open to exchange, अदला बदली',
  reservationHours: 'Reservation Hours',
  shelfCode: 'Shelf Code, shelf, sku, seller sku, variant sku, शेल्फ कोड, शेल्फ',
  photos: `Photos, photo, image, images, picture, pictures, photo files, image files, photo file names,
    image file names, image src, image url, image urls, main image url, variant image, फोटो, चित्र, तस्वीर`,
} as const

export type Field = keyof typeof names
export const fields = Object.keys(names) as Field[]

const splitNames = (list: string) => list.split(/,\s+/)

/** The headers of an exported file, by field. */
export const labels = Object.fromEntries(
  fields.map((field) => [field, splitNames(names[field])[0]]),
) as Record<Field, string>

/** Ignores case and punctuation. */
export const keyOf = (text: string): string =>
  normalize(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/**
 * Also ignores what is in brackets, currencies, and the numbers of 'Image 2'. Reads 'M.R.P.' as
 * 'mrp'.
 */
const headerKey = (header: string): string =>
  keyOf(header.replace(/\([^()]*\)|\[[^[\]]*\]|₹/g, ' ').replace(/\b([a-z])\.(?=[a-z]\b)/gi, '$1'))
    .replace(/^((?:other )?(?:image|photo|picture)(?: src| url)?) ?\d+$/, '$1')
    .replace(/^other | (?:in )?(?:rs|inr|rupees)$/g, '')

const fieldByKey = new Map(
  fields.flatMap((field) => splitNames(names[field]).map((name) => [headerKey(name), field])),
)

/** Whether these are the headers of Shopify's own files. */
export const isFromShopify = (headers: readonly string[]): boolean =>
  headers.some((header) => ['handle', 'url handle'].includes(headerKey(header)))

export const fieldOf = (header: string): Field | undefined => fieldByKey.get(headerKey(header))
