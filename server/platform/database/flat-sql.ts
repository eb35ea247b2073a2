// A replacement of Kysely's `sql` for long statements. It joins their parts as text, because Kysely
// makes a tree of them and takes longer to compile it than PostgreSQL takes to run the statement.
import { CompiledQuery, type Expression, type OperationNode, RawNode, ValueNode } from 'kysely'
import type { Db } from './database.ts'

const isExpression = (part: unknown): part is Expression<unknown> =>
  typeof part === 'object' && part !== null && 'toOperationNode' in part

/** SQL with values between its texts. It can be a part of Kysely's statements. */
export class FlatSql<T = unknown> implements Expression<T> {
  readonly #texts = ['']
  readonly #values: unknown[] = []

  get expressionType(): T | undefined {
    return undefined
  }

  toOperationNode(): RawNode {
    return RawNode.create([...this.#texts], this.#values.map(ValueNode.create))
  }

  #addText(text: string): void {
    this.#texts[this.#texts.length - 1] += text
  }

  /** Adds texts, and between them values or SQL, which may be made by Kysely. */
  add(texts: readonly string[], parts: readonly unknown[]): this {
    for (const [at, text] of texts.entries()) {
      this.#addText(text)
      if (at < parts.length) this.#addPart(parts[at])
    }
    return this
  }

  #addPart(part: unknown): void {
    if (part instanceof FlatSql) this.add(part.#texts, part.#values)
    else if (isExpression(part)) this.#addNode(part.toOperationNode())
    else {
      this.#values.push(part)
      this.#texts.push('')
    }
  }

  #addNode(node: OperationNode): void {
    if (RawNode.is(node))
      for (const [at, text] of node.sqlFragments.entries()) {
        this.#addText(text)
        const part = node.parameters[at]
        if (part) this.#addNode(part)
      }
    else if (!ValueNode.is(node)) throw new Error(`${node.kind} can’t be part of flat SQL.`)
    else if (node.immediate) this.#addText(String(node.value))
    else this.#addPart(node.value)
  }

  async execute(db: Db): Promise<{ rows: T[] }> {
    const text = this.#texts.reduce((before, after, at) => `${before}$${at}${after}`)
    return db.executeQuery(CompiledQuery.raw(text, this.#values) as CompiledQuery<T>)
  }
}

export const sql = <T = unknown>(texts: readonly string[], ...parts: readonly unknown[]) =>
  new FlatSql<T>().add(texts, parts)
sql.raw = <T>(text: string) => sql<T>([text])
sql.lit = (number: number) => sql.raw<number>(String(number))
sql.join = (parts: readonly unknown[], separator = ', ') =>
  sql(['', ...parts.slice(1).map(() => separator), ''].slice(0, parts.length + 1), ...parts)
