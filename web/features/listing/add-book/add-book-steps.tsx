import { BookOpen, Sparkles } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import {
  ConditionField,
  CopiesField,
  DescriptionField,
  MoreFields,
  NewBookPriceFields,
  PriceField,
  PublicationDateField,
  RentFields,
  TitleAuthorBranchFields,
  YearAndPagesFields,
} from '#web/features/listing/book-fields.tsx'
import { BookImagesField } from '#web/features/listing/book-images-field.tsx'
import { IsbnField } from '#web/features/listing/isbn-field.tsx'
import { MissingDetailsPrompt } from '#web/features/listing/missing-details-prompt.tsx'
import { OpenToExchangeField } from '#web/features/listing/open-to-exchange-field.tsx'
import type { PredictedPriceQuery } from '#web/features/listing/price/predicted-price.ts'
import { PricePanel } from '#web/features/listing/price/price-panel.tsx'
import { formatRupees, typedNumber } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogClose } from '#web/ui/overlays/dialog.tsx'
import { AddBookStepForm, type AddBookStepProps } from './add-book-step-form.tsx'
import { PredictPriceSection } from './predict-price-section.tsx'

type BookTypeStepProps = { onChoose: (bookType: BookDraft['bookType']) => void }

export const BookTypeStep = ({ onChoose }: BookTypeStepProps) => (
  <div className="flex flex-col gap-4">
    <div className="grid grid-cols-1 gap-3 min-[380px]:grid-cols-2">
      <Choice
        icon={<Sparkles size={28} />}
        title="New Book"
        text="Unused. You set the price."
        onClick={() => onChoose('new')}
      />
      <Choice
        icon={<BookOpen size={28} />}
        title="Old Book"
        text="Used. We suggest a price."
        onClick={() => onChoose('old')}
      />
    </div>
    <DialogClose>
      <Button variant="plain">Cancel</Button>
    </DialogClose>
  </div>
)

function Choice({
  icon,
  title,
  text,
  onClick,
}: {
  icon: ReactNode
  title: string
  text: string
  onClick: () => void
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex flex-col items-center gap-2 rounded-box border border-input bg-surface p-6
        text-center transition-colors hover:border-primary hover:bg-primary-soft"
    >
      <span className="text-primary">{icon}</span>
      <span className="font-semibold text-lg">{title}</span>
      <span className="text-muted text-sm">{text}</span>
    </button>
  )
}

export function NewBookStep({ photos, ...props }: AddBookStepProps & { photos: ReactNode }) {
  const askingPrice = typedNumber(useFormContext<BookDraft>().watch('price'))
  return (
    <AddBookStepForm {...props} submitLabel="Submit">
      <IsbnField filled={['title', 'author', 'branch', 'original_price']} />
      <TitleAuthorBranchFields />
      <NewBookPriceFields />
      <CopiesField bookType="new" />
      <DescriptionField />
      {photos}
      <RentFields askingPrice={askingPrice} />
      <OpenToExchangeField />
      <ConditionField />
      <PublicationDateField />
      <MoreFields />
      <MissingDetailsPrompt />
    </AddBookStepForm>
  )
}

const oldBookFacts = [
  'title',
  'author',
  'branch',
  'publication_year',
  'pages',
  'original_price',
] as const

type OldBookStepProps = AddBookStepProps & { price: PredictedPriceQuery }
type ConditionStepProps = OldBookStepProps & {
  photos: ReactNode
  isPriceAsked: boolean
  onPriceAsked: () => void
}

export const OldBookConditionStep = ({
  price,
  photos,
  isPriceAsked,
  onPriceAsked,
  ...props
}: ConditionStepProps) => (
  <AddBookStepForm {...props} onPress={onPriceAsked} submitLabel="Next">
    <IsbnField filled={oldBookFacts} />
    <ConditionField />
    <YearAndPagesFields />
    <PriceField
      name="original_price"
      label="Original price (₹)"
      hint="The price printed on the book."
    />
    {photos}
    <PredictPriceSection query={price} isAsked={isPriceAsked} onAsk={onPriceAsked} />
  </AddBookStepForm>
)

export const Photos = (
  props: Pick<ComponentProps<typeof BookImagesField>, 'value' | 'onChange' | 'error'>,
) => (
  <BookImagesField
    {...props}
    label="Images (2-5)"
    hint="The first one is the cover. Photos of the real copy sell best."
  />
)

export function OldBookDetailsStep({ price, ...props }: OldBookStepProps) {
  const draft = useFormContext<BookDraft>().watch()
  return (
    <AddBookStepForm {...props} submitLabel="Submit">
      <TitleAuthorBranchFields />
      <CopiesField bookType="old" />
      <DescriptionField />
      <RentFields askingPrice={listedPrice(draft, price)} />
      <OpenToExchangeField />
      <MoreFields />
      <MissingDetailsPrompt />
      <ListingPrice query={price} />
    </AddBookStepForm>
  )
}

/**
 * Returns the price that the copy will have. Undefined without a prediction, NaN for an invalid
 * custom price.
 */
const listedPrice = (
  { acceptPredictedPrice, customPrice }: BookDraft,
  { predicted }: PredictedPriceQuery,
): number | undefined =>
  acceptPredictedPrice ? predicted?.predicted_price : typedNumber(customPrice)

/** Shows the price that the seller agrees to by pressing Submit. */
function ListingPrice({ query }: { query: PredictedPriceQuery }) {
  const draft = useFormContext<BookDraft>().watch()
  const { acceptPredictedPrice: isAccepted, customPrice } = draft
  const price = listedPrice(draft, query)
  return (
    <section
      aria-labelledby="your-price"
      aria-busy={query.isPending}
      className="flex flex-col gap-2 rounded-box border border-border bg-sunken p-4"
    >
      <h3
        id="your-price"
        className={`font-semibold ${isAccepted && !query.isCurrent ? 'text-muted' : ''}`}
      >
        Your price
        {price !== undefined && !(isAccepted && query.error) && `: ${formatRupees(price)}`}
      </h3>
      <PricePanel query={query} draft={draft} ownPrice={isAccepted ? undefined : customPrice} />
    </section>
  )
}
