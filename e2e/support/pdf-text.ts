// Reads the text of Chromium's PDFs.
import { inflateSync } from 'node:zlib'

const charactersOf = (hex: string): string =>
  (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')

/** The file's objects by number: their dictionary, and the text of their stream. */
function objectsOf(pdf: Buffer) {
  const found = pdf.toString('latin1').matchAll(/^(\d+) 0 obj\n([\s\S]*?)endobj/gm)
  return new Map(
    [...found].map(([, id = '', body = '']) => {
      const [dict = '', stream = ''] = body.split(/stream\n/, 2)
      const isText = dict.includes('/FlateDecode') && !/\/Length1|\/Subtype/.test(dict)
      const text = isText ? inflateSync(Buffer.from(stream, 'latin1')).toString() : ''
      return [id, { dict, text }]
    }),
  )
}

/** The texts of a font's glyphs, whose codes have 2 or 4 hexadecimal digits. */
function glyphsOf(toUnicode: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  const ranges = /^<(\w+)> (?:<(\w+)> )?<(\w+)>$/gm
  for (const [, from = '', to = from, hex = ''] of toUnicode.matchAll(ranges)) {
    const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
    const text = charactersOf(hex)
    const end = text.charCodeAt(text.length - 1)
    for (let code = first; code <= last; code++)
      glyphs.set(
        code.toString(16).toUpperCase().padStart(from.length, '0'),
        text.slice(0, -1) + String.fromCharCode(end + code - first),
      )
  }
  return glyphs
}

/** The text of each page, without line breaks. */
export function textOfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const get = (id = '') => objects.get(id) ?? { dict: '', text: '' }
  const pages = [...objects.values()].filter(({ dict }) => /\/Type \/Page\n/.test(dict))
  return pages.map(({ dict }) => {
    const fonts = new Map(
      [...dict.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
        const table = /\/ToUnicode (\d+) 0 R/.exec(get(id).dict)?.[1]
        return [name, glyphsOf(get(table).text)]
      }),
    )
    let font = new Map<string, string>()
    let text = ''
    const { text: content } = get(/\/Contents (\d+) 0 R/.exec(dict)?.[1])
    const parts =
      /\/(F\d+) \S+ Tf|ActualText (?:<FEFF(\w+)>|\(([^)]*)\))[\s\S]*?EMC|<(\w+)>(?= Tj)/g
    for (const [, name, unicode, ascii = '', codes = ''] of content.matchAll(parts)) {
      if (name) font = fonts.get(name) ?? font
      text += unicode ? charactersOf(unicode) : ascii
      const [code = '00'] = font.keys()
      for (let at = 0; at < codes.length; at += code.length)
        text += font.get(codes.slice(at, at + code.length)) ?? '�'
    }
    return text
  })
}
