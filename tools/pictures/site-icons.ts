// Draws the mark and the placeholder pictures into web/public. Run by hand after a change:
// node scripts/run-tool.mjs pictures site-icons.ts
import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { markPages, markTip, markTurn } from '../../web/layout/logo-paths.ts'
import { textLine } from './text.ts'

const folder = new URL('../../web/public/', import.meta.url)
const brand = '#1E5945'
const paper = '#FBF7EF'
const outline = '#C9D3C6'
const ink = '#1F2421'
const mutedText = '#5B6058'

/** The mark in a colour, in 64 units. */
const mark = (colour: string): string => `
  <path d="${markPages}" fill="${colour}"/>
  <path d="${markTip}" fill="${colour}" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>
  <path d="${markTurn}" fill="none" stroke="${colour}" stroke-width="5.2" stroke-linecap="round"/>`

const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`

/** `inner` is the part of the square that the mark fills. */
const square = (size: number, radius: number, inner = 0.86): string =>
  `<svg role="img" xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64"><title>Dobara</title><rect width="64" height="64" rx="${radius}" fill="${paper}"/><g transform="translate(${(32 * (1 - inner)).toFixed(1)} ${(25.7 * (1 - inner)).toFixed(1)}) scale(${inner})">${mark(brand)}</g></svg>`

const frame = (inset: number, width: number, height: number, more = ''): string =>
  `<rect x="${inset}" y="${inset}" width="${width - inset * 2}" height="${height - inset * 2}" fill="none" stroke="${outline}" stroke-width="2"${more}/>`

const book = svg(
  480,
  720,
  `<defs><linearGradient id="hinge"><stop offset="0" stop-color="#3B2E1A" stop-opacity=".16"/><stop offset="1" stop-color="#3B2E1A" stop-opacity="0"/></linearGradient></defs>
  <rect width="480" height="720" fill="#EEF0E6"/>${frame(30, 480, 720)}${frame(38, 480, 720)}
  <g transform="translate(160 262) scale(2.5)">${mark(outline)}</g>
  <path d="M190 492h100" stroke="${outline}" stroke-width="4" stroke-linecap="round"/>
  <rect width="26" height="720" fill="url(#hinge)"/>`,
)

const order = svg(
  320,
  480,
  `<rect width="320" height="480" fill="#F4EFE3"/>${frame(22, 320, 480, ' stroke-dasharray="7 9" rx="10"')}
  <g transform="translate(96 176) scale(2)">${mark('#CFC7B4')}</g>`,
)

const person = svg(
  256,
  256,
  `<rect width="256" height="256" fill="#E4EAE0"/>
  <path d="M34 268c0-58 42-92 94-92s94 34 94 92Z" fill="#8DA595"/>
  <circle cx="128" cy="108" r="52" fill="#8DA595"/>`,
)

const spine = (x: number, width: number, height: number, colour: string): string => {
  const top = 536 - height
  return `<rect x="${x}" y="${top}" width="${width}" height="${height}" rx="5" fill="${colour}"/>
  <path d="M${x} ${top + 30}h${width}M${x} ${536 - 30}h${width}" stroke="${paper}" stroke-opacity=".5" stroke-width="3"/>
  <rect x="${x + width / 2 - 4}" y="${top + 62}" width="8" height="${height * 0.36}" rx="4" fill="${paper}" fill-opacity=".75"/>`
}

/** The picture that other sites show beside a link to this one. */
const preview = svg(
  1200,
  630,
  `<rect width="1200" height="630" fill="${paper}"/>
  <g transform="translate(76 84) scale(1.9)">${mark(brand)}</g>
  ${textLine('Dobara', 214, 186, { face: 'serifBold', size: 118, fill: brand })}
  ${textLine('The best recycle', 84, 330, { face: 'serifBold', size: 68, fill: ink })}
  ${textLine('is book recycle.', 84, 410, { face: 'serifBold', size: 68, fill: ink })}
  ${textLine('Second-hand books in India:', 84, 492, { face: 'sans', size: 32, fill: mutedText })}
  ${textLine('buy, rent, sell and exchange.', 84, 536, { face: 'sans', size: 32, fill: mutedText })}
  <g transform="translate(-22 0)">
  ${spine(732, 66, 330, brand)}${spine(804, 50, 380, '#B3362B')}${spine(860, 78, 300, '#E08A1E')}
  ${spine(944, 56, 410, '#3F7FC4')}${spine(1006, 72, 346, '#8DA595')}
  <g transform="rotate(-8 1127 536)">${spine(1127, 54, 320, brand)}</g>
  <path d="M708 540h484" stroke="${ink}" stroke-width="8" stroke-linecap="round"/>
  </g>`,
)

const maxBytes = 40 * 1024

async function save(name: string, picture: Sharp): Promise<void> {
  const bytes = await picture.toBuffer()
  if (bytes.length > maxBytes)
    throw new Error(`${name} has ${bytes.length} bytes, more than ${maxBytes}`)
  await writeFile(new URL(name, folder), bytes)
}

const render = (source: string) => sharp(Buffer.from(source))

await writeFile(new URL('favicon.svg', folder), `${square(64, 14)}\n`)
await save('icon-192.png', render(square(192, 14)).png({ palette: true }))
await save('icon-512.png', render(square(512, 14)).png({ palette: true }))
// Phones cut it to a circle or a drop: the mark keeps to the middle.
await save('icon-maskable-512.png', render(square(512, 0, 0.6)).png({ palette: true }))
await save(
  'apple-touch-icon.png',
  render(square(180, 0)).flatten({ background: paper }).png({ palette: true }),
)
await save('preview.png', render(preview).png({ palette: true }))
await save(
  'default-book.jpg',
  render(book).flatten({ background: paper }).jpeg({ quality: 84, mozjpeg: true }),
)
await save('placeholder.png', render(order).flatten({ background: paper }).png({ palette: true }))
await save(
  'default-profile.png',
  render(person).flatten({ background: paper }).png({ palette: true }),
)
