-- What the buyer gets back of a late fee that was paid: where the rent was extended over the days that
-- were late, or the order is cancelled. Exported, erased and kept as the other payments are.
alter table payments drop constraint payments_kind_check;
alter table payments add constraint payments_kind_check
  check (kind in ('price', 'deposit', 'late_fee', 'deposit_back', 'price_back', 'late_fee_back'));
