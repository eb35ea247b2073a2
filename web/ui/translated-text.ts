// Browsers that translate a page replace text nodes with <font> elements, but React still updates
// the old nodes. Without this file, React's changes would be invisible, and React would throw when
// it removes such a node or inserts before it.

/** For each of React's text nodes that were replaced, the element in the page. */
const replacements = new WeakMap<Node, Element>()

const isFont = (node: Node | null | undefined): node is HTMLElement => node?.nodeName === 'FONT'

/** Returns the child of `parent` that replaced a node, or that the node was moved into. */
function findReplacement(node: Node, parent: Node): Node | undefined {
  const replacement = replacements.get(node)
  if (replacement?.parentNode === parent) return replacement
  // Some translators move the text node into their element.
  let wrapper: Node = node
  while (isFont(wrapper.parentNode)) wrapper = wrapper.parentNode
  return wrapper !== node && wrapper.parentNode === parent ? wrapper : undefined
}

function rememberReplacement(record: MutationRecord, texts: MutationObserver): void {
  for (const node of record.removedNodes) {
    if (node.nodeType !== Node.TEXT_NODE) continue
    const font = [...record.addedNodes, record.previousSibling, record.nextSibling].find(isFont)
    if (!font) continue
    replacements.set(node, font)
    texts.observe(node, { characterData: true })
  }
}

/** Lets React remove a translated text and insert nodes before one. */
function acceptTranslatedTexts(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    const replacement = findReplacement(child, this)
    if (replacement) removeChild.call(this, replacement)
    return child
  }
  Node.prototype.insertBefore = function <New extends Node>(
    this: Node,
    node: New,
    next: Node | null,
  ): New {
    const isThere = next === null || next.parentNode === this
    return insertBefore.call(
      this,
      node,
      isThere ? next : (findReplacement(next, this) ?? null),
    ) as New
  }
}

/**
 * Makes React's updates of translated texts work. Call it before React renders. It has no effect
 * until a page is translated.
 */
export function supportPageTranslation(): void {
  // Puts a changed text back into the page, so that the browser translates it again.
  const texts = new MutationObserver((records) => {
    for (const { target } of records) {
      const replacement = replacements.get(target)
      if (target.parentNode || !replacement?.isConnected) continue
      replacement.replaceWith(target)
      replacements.delete(target)
    }
  })
  let isTranslated = false
  const page = new MutationObserver((records) => {
    for (const record of records) {
      if (!isTranslated && [...record.addedNodes].some(isFont)) {
        isTranslated = true
        acceptTranslatedTexts()
      }
      rememberReplacement(record, texts)
    }
  })
  page.observe(document.documentElement, { childList: true, subtree: true })
}
