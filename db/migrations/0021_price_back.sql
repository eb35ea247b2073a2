-- What the buyer gets back of a price that was paid: after a refund, or where the order is cancelled.
-- Exported, erased and kept as the other payments are.
alter table payments drop constraint payments_kind_check;
alter table payments add constraint payments_kind_check
  check (kind in ('price', 'deposit', 'late_fee', 'deposit_back', 'price_back'));
