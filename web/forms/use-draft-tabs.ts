import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * - `changed`: the sender has changed the draft, and stored its own version
 * - `open`: the sender has the draft open, too
 * - `closed`: the sender has closed the draft
 * - `sent`: the sender has sent the draft, which was about `subject`
 */
type News = { draft: string } & (
  | { kind: 'changed' | 'open' | 'closed' }
  | { kind: 'sent'; subject: string }
)

type Options = {
  saveAll: () => void
  /** Returns what this tab's version is about, such as a title. */
  subject: () => string
  onSentElsewhere: () => void
}

/**
 * Coordinates the tabs in which a draft is open. The draft on the device is that of the tab that
 * changed it last. After another tab has closed the draft, `saveAll` stores this tab's version
 * again. After another tab has sent it, `onSentElsewhere` closes this one, unless it is about
 * something else.
 */
export function useDraftTabs(draft: string, { saveAll, subject, onSentElsewhere }: Options) {
  const [isShared, setShared] = useState(false)
  const isElsewhere = useRef(false)
  const discarded = useRef<Promise<unknown>>(undefined)
  const channel = useRef<BroadcastChannel>(undefined)
  const tell = (kind: 'changed' | 'open' | 'closed') =>
    channel.current?.postMessage({ draft, kind } satisfies News)
  const receive = useEffectEvent(({ data }: MessageEvent<News>) => {
    if (data.draft !== draft) return
    if (data.kind === 'sent') {
      if (data.subject !== subject()) return
      isElsewhere.current = false
      onSentElsewhere()
      return
    }
    setShared(data.kind !== 'closed')
    if (data.kind === 'changed') {
      isElsewhere.current = true
      tell('open')
    } else if (data.kind === 'closed') takeOver()
  })
  const takeOver = () => {
    isElsewhere.current = false
    saveAll()
  }
  // A page that is closed isn't unmounted.
  const close = useEffectEvent(() => tell('closed'))
  const leave = useEffectEvent(async (opened: BroadcastChannel) => {
    // Otherwise this tab could delete what the other tab stores.
    await discarded.current
    opened.postMessage({ draft, kind: 'closed' } satisfies News)
    opened.close()
  })
  useEffect(() => {
    const opened = new BroadcastChannel('dobara.drafts')
    opened.onmessage = receive
    channel.current = opened
    window.addEventListener('pagehide', close)
    return () => {
      window.removeEventListener('pagehide', close)
      channel.current = undefined
      opened.onmessage = null
      void leave(opened)
    }
  }, [])
  return {
    /** Whether the draft is open in another tab, too. */
    isShared,
    /** Call this after the draft was sent, before the form closes. */
    sent: () =>
      channel.current?.postMessage({ draft, kind: 'sent', subject: subject() } satisfies News),
    /** Calls `discard` before the form closes, unless the draft on the device is another tab's. */
    discard: (discard: () => Promise<unknown>) => {
      if (!isElsewhere.current) discarded.current = discard()
    },
    /** Call this after each change of the draft in this tab. */
    changed: () => {
      tell('changed')
      if (isElsewhere.current) takeOver()
    },
  }
}
