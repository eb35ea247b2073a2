import { errorCatalog } from '#contract/common/error-catalog.ts'
import { imageLimits } from '#contract/common/photos.ts'
import { ImagePicker } from '#web/ui/inputs/image-picker.tsx'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'

type Props = {
  label: string
  hint?: string
  value: PickedImage[]
  onChange: (images: PickedImage[]) => void
  error?: string | undefined
}

export const BookImagesField = (props: Props) => (
  <ImagePicker
    {...props}
    max={imageLimits.max}
    tooMany={errorCatalog.too_many_images[1]}
    unreadable={errorCatalog.image_unreadable[1]}
  />
)
