// Checks that documents name only things that exist: the files in backticks, by their path or the
// end of it, and the targets of links.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const documents = globSync(['*.md', 'docs/*.md', 'docs/*/*.md', 'tools/*/*.md'], { cwd: root })
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const isThere = (file: string) => existsSync(path.join(root, file))

const folders = [
  'bench',
  'contract',
  'db',
  'docs',
  'e2e',
  'scripts',
  'server',
  'tools',
  'chaos',
  'web',
]
const sources = globSync(
  folders.map((folder) => `${folder}/**/*.*`),
  { cwd: root, exclude: ['**/node_modules/**'] },
)
const namedFile = new RegExp(
  `\`((?:${folders.join('|')})/[\\w./@[\\]$-]+\\.[a-z]+|\\w[\\w./-]*\\.tsx?)\``,
  'g',
)
const isSource = (file: string) =>
  isThere(file) || sources.some((source) => source.endsWith(`/${file}`))
const link = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g

/**
 * Returns the ids that GitHub gives to a document's headings: without punctuation, with hyphens for
 * spaces.
 */
const headingIds = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

function isLinkAlive(document: string, target: string, heading: string | undefined): boolean {
  const file = target === '' ? document : path.join(path.dirname(document), target)
  if (!isThere(file)) return false
  return heading === undefined || headingIds(read(file)).includes(heading)
}

/** Decision records may name files that no longer exist. */
const isRecord = (document: string) => document.startsWith(path.join('docs', 'decisions'))

test.each(documents)('%s names files and headings that exist', (document) => {
  const text = read(document)
  const files = [...text.matchAll(namedFile)].map(([, file = '']) => file)
  expect(isRecord(document) ? [] : files.filter((file) => !isSource(file))).toEqual([])
  const dead = [...text.matchAll(link)].filter(
    ([, target = '', heading]) => !isLinkAlive(document, target, heading),
  )
  expect(dead.map(([found]) => found)).toEqual([])
})
