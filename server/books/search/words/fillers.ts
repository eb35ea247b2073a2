// Words that say nothing about the book that is searched for.
import { normalize } from '#contract/books/normalize.ts'

/** Words people add to a search, which a book needn't contain. */
const fillerNames = [
  ...['a', 'an', 'and', 'the', 'of', 'for', 'by', 'in', 'on', 'to', 'from', 'with', 'or', '&'],
  ...['book', 'books', 'textbook', 'textbooks', 'novel', 'novels', 'paperback', 'hardcover'],
  ...['hardbound', 'copy', 'copies', 'edition', 'second', 'hand', 'secondhand', 'second-hand'],
  ...['2nd', 'used', 'old', 'buy', 'sell', 'rent', 'cheap', 'cheapest', 'best', 'good', 'online'],
  ...['price', 'pdf', 'free', 'near', 'me', 'want', 'need', 'exam', 'exams', 'preparation'],
  ...['prep', 'study', 'material', 'latest', 'author', 'writer', 'written', 'subject', 'series'],
  ...['guide', 'notes', 'full', 'set', 'original', 'available', 'please', 'किताब', 'पुस्तक'],
  ...['की', 'का', 'के', 'में', 'और', 'kitab', 'pustak', 'ki', 'ka', 'ke', 'aur', 'kitaab', 'kitabe'],
  ...['kitaben', 'kitabein', 'pustaken', 'pustakein', 'किताबें', 'पुस्तकें', 'purani', 'purana'],
  ...['purane', 'पुरानी', 'पुराना', 'पुराने', 'nayi', 'नयी', 'नई', 'sasti', 'sasta', 'saste'],
  ...['सस्ती', 'सस्ता', 'सस्ते'],
]
export const fillers: ReadonlySet<string> = new Set(fillerNames.map(normalize))
/** Words that count in a search only beside others. */
export const saysNothingAlone = new Set([
  ...['under', 'below', 'above', 'over', 'upto', 'up', 'than', 'less', 'more', 'within', 'about'],
  ...['around', 'between', 'at', 'as', 'is', 'it', 'this', 'that', 'my', 'your', 'you', 'we'],
  ...['all', 'any', 'some', 'no', 'not', 'only', 'rs', 'rupees', 'inr', 'tak', 'se', 'kam'],
  ...['तक', 'से', 'और'],
])
/** Languages as in 'in English': of the book, not its subject. */
export const languages = new Set(['english', 'hindi', 'marathi', 'tamil', 'telugu', 'bengali'])
/** Titles that people put before the names of authors. */
export const honorifics: ReadonlySet<string> = new Set([
  ...['dr', 'prof', 'professor', 'sir', 'mr', 'mrs', 'ms', 'shri', 'sri', 'shree', 'smt', 'swami'],
  ...['pandit', 'munshi', 'mahatma', 'acharya', 'saint', 'sant', 'lord', 'kavi'],
])
