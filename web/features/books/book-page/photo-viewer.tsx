import Lightbox from 'yet-another-react-lightbox'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import { useMemo } from 'react'
import { photoInWidth } from '#contract/common/photos.ts'
import { useCloseOnBack } from '#web/ui/hooks/use-close-on-back.ts'

/** A photo can be enlarged to at most this multiple of its own pixels. */
const maxZoom = 4

type Props = {
  images: string[]
  title: string
  index: number
  onView: (index: number) => void
  onClose: () => void
}

/**
 * The white buttons and the white counter get a dark background, because the photo may be white.
 */
const onPhoto = { backgroundColor: 'rgb(0 0 0 / 0.6)', borderRadius: 10, filter: 'none' }

export function PhotoViewer({ images, title, index, onView, onClose }: Props) {
  // Memoized, because new `slides` would interrupt a swipe.
  const slides = useMemo(
    () =>
      images.map((image, position) => ({
        src: photoInWidth(image, 1200),
        alt: `Picture ${position + 1} of ${title}`,
      })),
    [images, title],
  )
  useCloseOnBack(true, onClose)
  return (
    <Lightbox
      open
      close={onClose}
      index={index}
      slides={slides}
      on={{ view: ({ index: viewed }) => onView(viewed) }}
      plugins={[Zoom, Counter]}
      zoom={{ maxZoomPixelRatio: maxZoom, scrollToZoom: true }}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
      styles={{ button: onPhoto }}
      counter={{ container: { style: onPhoto } }}
      labels={{ Lightbox: `Photos of ${title}` }}
    />
  )
}
