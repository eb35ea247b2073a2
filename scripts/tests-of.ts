// Reads the tests out of a source as a runner would: which there are, whether they run, and what their expectations quote.
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

export type FoundTest = {
  /** As it is written; a template with its `${…}`. */
  title: string
  /** False where it, or what it stands in, is skipped, meant to fail, or left to a condition. */
  runs: boolean
  /** The strings in its expectations. */
  quotes: string[]
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Scope = { off: boolean; within: Scope | undefined }

/** By these names tests are made: those of both runners, and what our own fixtures extend. */
const makers = ['test', 'it', 'describe', 'talk', 'market']
const offs = ['skip', 'fixme', 'todo', 'fail', 'fails', 'skipIf', 'runIf']

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** What a call is a call of: `test.each(rows)` is test, with each. */
function calleeOf(node: Node): { root: string; names: string[] } {
  if (node.type === 'Identifier') return { root: String(node.name), names: [] }
  if (node.type === 'CallExpression') return calleeOf(node.callee as Node)
  if (node.type !== 'MemberExpression') return { root: '', names: [] }
  const { root, names } = calleeOf(node.object as Node)
  return { root, names: [...names, String((node.property as Node).name)] }
}

/** All strings below a node, and the fixed parts of its templates. */
const stringsIn = (node: Node): string[] => [
  ...(node.type === 'Literal' && typeof node.value === 'string' ? [node.value] : []),
  ...(node.type === 'TemplateElement' ? [(node.value as { cooked: string }).cooked] : []),
  ...childrenOf(node).flatMap(stringsIn),
]

export function testsIn(source: string): FoundTest[] {
  const { program, errors } = parseSync('a.ts', source)
  if (errors.length > 0) throw new Error(String(errors[0]?.message))
  const found: (Omit<FoundTest, 'runs'> & { scope: Scope })[] = []
  let others = false
  const walk = (node: Node, scope: Scope, quotes: string[]): void => {
    if (node.type !== 'CallExpression')
      return void childrenOf(node).map((child) => walk(child, scope, quotes))
    const { root, names } = calleeOf(node.callee as Node)
    const [first, ...more] = node.arguments as Node[]
    const body = more.findLast(({ type }) => type.endsWith('FunctionExpression'))
    if (root === 'expect') quotes.push(...stringsIn(node))
    const isMade =
      makers.includes(root) &&
      !names.includes('step') &&
      (first?.type === 'Literal' || first?.type === 'TemplateLiteral') &&
      body
    if (!isMade) {
      // Without a test of its own it is about the one that it stands in, or about all of them.
      if (
        names.some((name) => offs.includes(name)) &&
        (makers.includes(root) || root === 'context')
      )
        scope.off = true
      return void childrenOf(node).map((child) => walk(child, scope, quotes))
    }
    others ||= names.includes('only')
    const own: Scope = { off: names.some((name) => offs.includes(name)), within: scope }
    const said: string[] = []
    const title = source.slice(first.start + 1, first.end - 1)
    if (root !== 'describe' && !names.includes('describe'))
      found.push({
        title: first.type === 'Literal' ? String(first.value) : title,
        quotes: said,
        scope: own,
      })
    walk(body, own, said)
  }
  walk(program as unknown as Node, { off: false, within: undefined }, [])
  const isOff = ({ off, within }: Scope): boolean => off || (within !== undefined && isOff(within))
  return found.map(({ title, quotes, scope }) => ({
    title,
    quotes,
    runs: !others && !isOff(scope),
  }))
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Whether a test bears this name: by its title as it is written, or by what its template makes. */
const bears = (title: string, name: string) =>
  title === name ||
  new RegExp(
    `^${title
      .split(/\$\{[^}]*\}/)
      .map(escaped)
      .join('.+')}$`,
  ).test(name)

const kept = new Map<string, FoundTest[]>()
function testsOf(file: string): FoundTest[] {
  const tests = kept.get(file) ?? testsIn(readFileSync(file, 'utf8'))
  kept.set(file, tests)
  return tests
}

/** The test of 'file › title'; undefined when there is none, or when it doesn't run. */
export function findTest(named: string): FoundTest | undefined {
  const [file = '', ...title] = named.split(' › ')
  const tests = testsOf(file).filter((one) => bears(one.title, title.join(' › ')))
  return tests.every(({ runs }) => runs) ? tests[0] : undefined
}
