import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { exportOrders } from '#contract/orders/reports.ts'
import { call } from '#web/api/client.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import { useSaveCsv } from '#web/forms/use-save-csv.ts'
import { serverNow } from '#web/session/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/inputs/field.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { accountPeriods, type FinancialYear, monthLabel } from './account-periods.ts'

/** Saves a month's or a financial year's orders as CSV. */
export function OrdersExport() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="plain" icon={<FileSpreadsheet />} onClick={() => setOpen(true)}>
        Export orders
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Export orders"
        description="CSV with one row per order, in Indian time."
        width="sm"
      >
        <Periods onSaved={close} />
      </Dialog>
    </>
  )
}

function Periods({ onSaved }: { onSaved: () => void }) {
  const profile = useProfile('seller')
  return (
    <QueryView query={profile} skeletons={['h-30']}>
      {({ createdAt }) => (
        <PeriodForm
          years={accountPeriods(new Date(createdAt), new Date(serverNow()))}
          onSaved={onSaved}
        />
      )}
    </QueryView>
  )
}

function PeriodForm({ years, onSaved }: { years: FinancialYear[]; onSaved: () => void }) {
  const [period, setPeriod] = useState(`year ${years[0]?.year ?? ''}`)
  const { save, isSaving } = useSaveCsv()
  const submit = async () => {
    const [kind = '', name = ''] = period.split(' ')
    const isYear = kind === 'year'
    const saved = await save(
      `dobara-orders-${isYear ? 'financial-year-' : ''}${name}.csv`,
      (cursor) => call(exportOrders, { [isYear ? 'financialYear' : 'month']: name, cursor }),
      {
        failed: 'Couldn’t create the file. Try again.',
        empty: `You had no orders in ${isYear ? name : monthLabel(name)}.`,
      },
    )
    if (saved) onSaved()
  }
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label="Orders of">
        <Select value={period} onChange={(event) => setPeriod(event.target.value)}>
          {years.map(({ year, months }) => (
            <optgroup key={year} label={`Financial year ${year}`}>
              <option value={`year ${year}`}>All of {year} (April to March)</option>
              {months.map((month) => (
                <option key={month} value={`month ${month}`}>
                  {monthLabel(month)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <Button type="submit" pending={isSaving}>
        Download
      </Button>
    </form>
  )
}
