import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

type Props = { title: string; hint: string; children: ReactNode }

/** A card whose content is shown, and loaded, only once "Show" is pressed. */
export function RevealCard({ title, hint, children }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Card title={title}>
      {isShown ? (
        children
      ) : (
        <>
          <p className="text-muted">{hint}</p>
          <Button
            variant="plain"
            className="self-start"
            aria-label={`Show: ${title}`}
            onClick={() => setShown(true)}
          >
            Show
          </Button>
        </>
      )}
    </Card>
  )
}
