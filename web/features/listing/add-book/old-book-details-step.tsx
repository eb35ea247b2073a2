import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import {
  CopiesField,
  DescriptionField,
  IsbnField,
  RentFields,
  TitleAuthorBranchFields,
} from '#web/features/listing/book-fields.tsx'
import { OpenToExchangeField } from '#web/features/listing/open-to-exchange-field.tsx'
import type { PredictedPriceQuery } from '#web/features/listing/price/use-predicted-price.ts'
import { SellerQuestions } from '#web/features/listing/seller-questions.tsx'
import { isInView } from '#web/ui/is-in-view.ts'
import { AddBookStepForm, type AddBookStepProps } from './add-book-step-form.tsx'
import { ListingPrice, listedPrice } from './listing-price.tsx'

type Props = Omit<AddBookStepProps, 'onSubmit'> & {
  price: PredictedPriceQuery
  onSubmit: (isPriceInView: boolean) => void
}

export function OldBookDetailsStep({ price, onSubmit, ...props }: Props) {
  const priceHeading = useRef<HTMLHeadingElement>(null)
  const { alert, prediction } = props.state
  const draft = useFormContext<BookDraft>().watch()
  // Retry may have found a price since Submit was pressed.
  const isSolved = alert?.code === 'price_failed' && price.isCurrent
  return (
    <AddBookStepForm
      {...props}
      state={{ ...props.state, alert: isSolved ? undefined : alert }}
      submitLabel="Submit"
      onSubmit={() => onSubmit(isInView(priceHeading.current))}
      onBack={() =>
        props.dispatch({ type: 'wentBack', price: price.isCurrent ? price.predicted : undefined })
      }
    >
      <TitleAuthorBranchFields />
      <IsbnField />
      <CopiesField bookType="old" />
      <DescriptionField />
      <RentFields askingPrice={listedPrice(draft, price, prediction)} />
      <OpenToExchangeField />
      <SellerQuestions {...props.questions} />
      <ListingPrice query={price} prediction={prediction} heading={priceHeading} />
    </AddBookStepForm>
  )
}
