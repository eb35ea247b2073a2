const revokeDelayMs = 10_000

export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The URL stays valid for a while, because some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs)
}
