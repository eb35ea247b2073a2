import { formatCount } from '#contract/common/numbers.ts'
import { formatRupees } from '#web/format.ts'
import {
  type AddressOf,
  amountText,
  linesOf,
  numbersText,
  type Parcel,
  receiverOf,
} from './parcels.ts'

type Props = { parcels: readonly Parcel[]; sender: AddressOf | undefined }

/** A section for each parcel, which is printed on its own page. */
export const PackingSlips = ({ parcels, sender }: Props) => (
  <div className="flex flex-col gap-6 print:block print:[page:slip]">
    {parcels.map((parcel) => (
      <Slip key={parcel[0]._id} parcel={parcel} sender={sender} />
    ))}
  </div>
)

function Slip({ parcel, sender }: { parcel: Parcel; sender: AddressOf | undefined }) {
  const numbers = numbersText(parcel)
  const amount = amountText(parcel)
  return (
    <section
      aria-label={`Packing slip of ${numbers}`}
      className="flex flex-col gap-5 rounded-box border border-border bg-surface p-4
        print:rounded-none print:border-0 print:p-0 print:not-last:break-after-page"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold text-xl">Packing slip</h2>
        <p className="text-muted">{formatCount(parcel.length, 'book')}</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Person title="To" person={receiverOf(parcel)} />
        {sender && <Person title="From" person={sender} />}
      </div>
      <table className="w-full text-left">
        <caption className="sr-only">Books of {numbers}</caption>
        <thead className="border-border border-b text-muted text-sm">
          <tr>
            <th className="py-1 pr-2 font-medium">Book</th>
            <th className="px-2 py-1 text-right font-medium">Quantity</th>
            <th className="py-1 pl-2 text-right font-medium">Price</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(parcel).map((line) => (
            <tr key={line.numbers} className="break-inside-avoid border-border border-b align-top">
              <td className="wrap-anywhere py-2 pr-2">
                <span className="font-medium">{line.title}</span>
                <span className="block text-muted text-sm">
                  {line.terms} · {line.numbers}
                </span>
              </td>
              <td className="px-2 py-2 text-right tabular-nums">{line.copies}</td>
              <td className="py-2 pl-2 text-right tabular-nums">{formatRupees(line.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {amount && <p className="text-right font-semibold">{amount}</p>}
    </section>
  )
}

const Person = ({ title, person }: { title: string; person: AddressOf }) => (
  <div className="wrap-anywhere">
    <h3 className="font-sans text-muted text-sm">{title}</h3>
    <p className="font-semibold">{person.name}</p>
    <p className="whitespace-pre-line">{person.address}</p>
    <p>{person.phone}</p>
  </div>
)
