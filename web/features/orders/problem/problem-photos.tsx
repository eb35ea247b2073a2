import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PhotoWidth } from '#contract/common/photos.ts'
import { fetchPicture } from '#web/api/client.ts'
import { useAdminToken, useSession } from '#web/session/session.ts'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Skeleton } from '#web/ui/loading/loading.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

export function ProblemPhotos({ photos, sender }: { photos: string[]; sender: string }) {
  const [openIndex, setOpenIndex] = useState<number>()
  const openPhoto = openIndex === undefined ? undefined : photos[openIndex]
  if (photos.length === 0) return null
  const nameOf = (index: number) => `Photo ${index + 1} of ${photos.length} from ${sender}`
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {photos.map((photo, index) => (
          <li key={photo}>
            <button
              type="button"
              aria-label={`Open ${nameOf(index).replace('Photo', 'photo')}`}
              onClick={() => setOpenIndex(index)}
              className="block overflow-hidden rounded-md border border-border bg-sunken"
            >
              <PrivatePhoto path={photo} width={160} alt="" className="size-20 object-cover" />
            </button>
          </li>
        ))}
      </ul>
      {openPhoto && openIndex !== undefined && (
        <Dialog open width="lg" title={nameOf(openIndex)} onClose={() => setOpenIndex(undefined)}>
          <PrivatePhoto
            path={openPhoto}
            width={1200}
            alt={nameOf(openIndex)}
            className="mx-auto max-h-[70dvh] min-h-48 object-contain"
            hasRetry
          />
        </Dialog>
      )}
    </>
  )
}

type PhotoProps = {
  path: string
  width: PhotoWidth
  alt: string
  className: string
  /** Whether a failed photo shows a Retry button. Must be false inside a button. */
  hasRetry?: boolean
}

function PrivatePhoto({ path, width, alt, className, hasRetry = false }: PhotoProps) {
  const { url, isError, retry } = usePrivatePhoto(`${path}/${width}`)
  if (url) return <img src={url} alt={alt} className={className} />
  if (isError && hasRetry) return <InlineLoadError onRetry={retry} />
  if (isError)
    return (
      <span className={`flex items-center justify-center text-muted ${className}`}>
        <ImageOff />
      </span>
    )
  return <Skeleton className={className} />
}

function usePrivatePhoto(path: string) {
  const session = useSession()
  const admin = useAdminToken()
  const reader = session?.userId ?? admin ?? ''
  const { data, isError, refetch } = useQuery({
    // The key contains the reader, so that the photo is removed from the cache when they log out.
    queryKey: [path, reader],
    queryFn: ({ signal }) => fetchPicture(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const objectUrl = URL.createObjectURL(data)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [data])
  return { url: data && url, isError, retry: () => void refetch() }
}
