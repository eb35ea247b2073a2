// Draws the pictures that stand for missing ones, and the Dobara mark, into web/public. Run by hand after a change here:
// node scripts/pictures.ts
import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { line } from '#server/demo/lettering.ts'
import { markPages, markTip, markTurn } from '#web/layout/logo-paths.ts'

const folder = new URL('../web/public/', import.meta.url)
const leaf = '#1E5945'
const paper = '#FBF7EF'
const faint = '#C9D3C6'
const ink = '#1F2421'
const quiet = '#5B6058'

/** The mark in a colour, in 64 units. */
const mark = (colour: string): string => `
  <path d="${markPages}" fill="${colour}"/>
  <path d="${markTip}" fill="${colour}" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>
  <path d="${markTurn}" fill="none" stroke="${colour}" stroke-width="5.2" stroke-linecap="round"/>`

const drawing = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`

/** `inner` is the part of the square that the mark fills. */
const square = (size: number, radius: number, inner = 0.86): string =>
  `<svg role="img" xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64"><title>Dobara</title><rect width="64" height="64" rx="${radius}" fill="${paper}"/><g transform="translate(${(32 * (1 - inner)).toFixed(1)} ${(25.7 * (1 - inner)).toFixed(1)}) scale(${inner})">${mark(leaf)}</g></svg>`

const frame = (inset: number, width: number, height: number, more = ''): string =>
  `<rect x="${inset}" y="${inset}" width="${width - inset * 2}" height="${height - inset * 2}" fill="none" stroke="${faint}" stroke-width="2"${more}/>`

/** A cover nobody has photographed yet. */
const book = drawing(
  480,
  720,
  `<defs><linearGradient id="hinge"><stop offset="0" stop-color="#3B2E1A" stop-opacity=".16"/><stop offset="1" stop-color="#3B2E1A" stop-opacity="0"/></linearGradient></defs>
  <rect width="480" height="720" fill="#EEF0E6"/>${frame(30, 480, 720)}${frame(38, 480, 720)}
  <g transform="translate(160 262) scale(2.5)">${mark(faint)}</g>
  <path d="M190 492h100" stroke="${faint}" stroke-width="4" stroke-linecap="round"/>
  <rect width="26" height="720" fill="url(#hinge)"/>`,
)

/** An order whose book has no picture. */
const order = drawing(
  320,
  480,
  `<rect width="320" height="480" fill="#F4EFE3"/>${frame(22, 320, 480, ' stroke-dasharray="7 9" rx="10"')}
  <g transform="translate(96 176) scale(2)">${mark('#CFC7B4')}</g>`,
)

/** A person without a picture. */
const person = drawing(
  256,
  256,
  `<rect width="256" height="256" fill="#E4EAE0"/>
  <path d="M34 268c0-58 42-92 94-92s94 34 94 92Z" fill="#8DA595"/>
  <circle cx="128" cy="108" r="52" fill="#8DA595"/>`,
)

/** A book's spine on the shelf, with a band where its title would stand. */
const spine = (x: number, width: number, height: number, colour: string): string => {
  const top = 536 - height
  return `<rect x="${x}" y="${top}" width="${width}" height="${height}" rx="5" fill="${colour}"/>
  <path d="M${x} ${top + 30}h${width}M${x} ${536 - 30}h${width}" stroke="${paper}" stroke-opacity=".5" stroke-width="3"/>
  <rect x="${x + width / 2 - 4}" y="${top + 62}" width="8" height="${height * 0.36}" rx="4" fill="${paper}" fill-opacity=".75"/>`
}

/** What stands beside a link to the front page, Explore Books or About. */
const preview = drawing(
  1200,
  630,
  `<rect width="1200" height="630" fill="${paper}"/>
  <g transform="translate(76 84) scale(1.9)">${mark(leaf)}</g>
  ${line('Dobara', 214, 186, { face: 'serifBold', size: 118, fill: leaf })}
  ${line('The best recycle', 84, 330, { face: 'serifBold', size: 68, fill: ink })}
  ${line('is book recycle.', 84, 410, { face: 'serifBold', size: 68, fill: ink })}
  ${line('Second-hand books in India:', 84, 492, { face: 'sans', size: 32, fill: quiet })}
  ${line('buy, rent, sell and exchange.', 84, 536, { face: 'sans', size: 32, fill: quiet })}
  <g transform="translate(-22 0)">
  ${spine(732, 66, 330, leaf)}${spine(804, 50, 380, '#B3362B')}${spine(860, 78, 300, '#E08A1E')}
  ${spine(944, 56, 410, '#3F7FC4')}${spine(1006, 72, 346, '#8DA595')}
  <g transform="rotate(-8 1127 536)">${spine(1127, 54, 320, leaf)}</g>
  <path d="M708 540h484" stroke="${ink}" stroke-width="8" stroke-linecap="round"/>
  </g>`,
)

const most = 40 * 1024

async function save(name: string, picture: Sharp): Promise<void> {
  const bytes = await picture.toBuffer()
  if (bytes.length > most) throw new Error(`${name} has ${bytes.length} bytes, more than ${most}`)
  await writeFile(new URL(name, folder), bytes)
}

const drawn = (svg: string) => sharp(Buffer.from(svg))

await writeFile(new URL('favicon.svg', folder), `${square(64, 14)}\n`)
await save('icon-192.png', drawn(square(192, 14)).png({ palette: true }))
await save('icon-512.png', drawn(square(512, 14)).png({ palette: true }))
// Phones cut it to a circle or a drop: the mark keeps to the middle.
await save('icon-maskable-512.png', drawn(square(512, 0, 0.6)).png({ palette: true }))
await save(
  'apple-touch-icon.png',
  drawn(square(180, 0)).flatten({ background: paper }).png({ palette: true }),
)
await save('preview.png', drawn(preview).png({ palette: true }))
await save(
  'default-book.jpg',
  drawn(book).flatten({ background: paper }).jpeg({ quality: 84, mozjpeg: true }),
)
await save('placeholder.png', drawn(order).flatten({ background: paper }).png({ palette: true }))
await save(
  'default-profile.png',
  drawn(person).flatten({ background: paper }).png({ palette: true }),
)
