import { Navigation } from 'lucide-react'
import { Suspense, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { Skeleton } from '#web/ui/loading/loading.tsx'
import { useDistanceStart } from './distance-start.ts'
import { currentUserLocation, type UserLocation, useUserLocation } from './user-location.ts'

const UserLocationForm = lazyPart(() =>
  import('./user-location-form.tsx').then((module) => module.UserLocationForm),
)

type Props = {
  /** Whether the button's text, rather than its edge, is aligned with the content above. */
  isFlush?: boolean
  onChange?: (userLocation: UserLocation | undefined) => void
}

/** A button that says where distances start, and opens the form for changing the place. */
export function WhereAreYou({ isFlush = false, onChange }: Props) {
  const userLocation = useUserLocation()
  const start = useDistanceStart()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    button.current?.focus()
    onChange?.(currentUserLocation())
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        className={isFlush ? '-ml-3' : ''}
        icon={<Navigation size={16} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {start ? `Near ${start.name}` : 'Add your PIN code'}
      </Button>
      <div id={id} className="w-full max-w-sm" hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-44" />}>
            <UserLocationForm onDone={close} canRemove={userLocation !== undefined} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
