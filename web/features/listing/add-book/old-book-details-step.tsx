import {
  CopiesField,
  DescriptionField,
  IsbnField,
  RentFields,
  TitleAuthorBranchFields,
} from '#web/features/listing/book-fields.tsx'
import { SellerQuestions } from '#web/features/listing/seller-questions.tsx'
import type { PredictedPriceQuery } from '#web/features/listing/use-predicted-price.ts'
import { AddBookStepForm, type AddBookStepProps } from './add-book-step-form.tsx'
import { ListingPrice } from './listing-price.tsx'

type Props = AddBookStepProps & {
  price: PredictedPriceQuery
  blockedText: string | undefined
}

export function OldBookDetailsStep({ price, blockedText, ...props }: Props) {
  const { alert, prediction } = props.state
  // The reason to wait may have changed, or gone, since Submit was pressed.
  const currentAlert =
    alert?.code === 'price_pending' ? blockedText && { ...alert, text: blockedText } : alert
  return (
    <AddBookStepForm
      {...props}
      state={{ ...props.state, alert: currentAlert || undefined }}
      submitLabel="Submit"
      onBack={() =>
        props.dispatch({ type: 'wentBack', price: price.isCurrent ? price.predicted : undefined })
      }
    >
      <TitleAuthorBranchFields />
      <IsbnField />
      <CopiesField bookType="old" />
      <DescriptionField />
      <RentFields />
      <SellerQuestions {...props.questions} />
      <ListingPrice query={price} prediction={prediction} />
    </AddBookStepForm>
  )
}
