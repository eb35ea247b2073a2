import { Share2 } from 'lucide-react'
import { Button, type ButtonStyle } from './button.tsx'
import { useToast } from './overlays/toasts.tsx'

type Shared = { text: string; path: string }

/** Returns a function that opens the phone's share sheet or, if there is none, copies the link. */
export function useShare(): (shared: Shared) => Promise<void> {
  const toast = useToast()
  return async ({ text, path }) => {
    const url = new URL(path, window.location.origin).href
    try {
      if (navigator.share) return await navigator.share({ text, url })
    } catch (error) {
      // The person closed the share sheet.
      if (error instanceof Error && error.name === 'AbortError') return
    }
    await navigator.clipboard.writeText(`${text}\n${url}`).then(
      () => toast({ text: 'Copied. Paste it into a chat.', kind: 'success' }),
      () => toast({ text: url, kind: 'info' }),
    )
  }
}

type Props = Shared & ButtonStyle & { label?: string; className?: string }

export function ShareButton({ text, path, label = 'Share', variant = 'plain', ...style }: Props) {
  const share = useShare()
  return (
    <Button
      {...style}
      variant={variant}
      icon={<Share2 />}
      onClick={() => void share({ text, path })}
    >
      {label}
    </Button>
  )
}
