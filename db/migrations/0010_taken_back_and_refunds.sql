-- When the payer last took back that it was paid. Exported and kept as the rest of a payment is.
alter table payments add column taken_back_at timestamptz;

-- What the seller proposes to pay back, in paise, and what the buyer then accepted. Proposals that
-- were made before there were amounts have none. Exported and kept as the problem is.
alter table problems add column refund integer check (refund > 0);
alter table problems add constraint problems_refund check (refund is null or proposal is not distinct from 'refund');
alter table problem_messages add column refund integer check (refund > 0);
alter table problem_messages add constraint problem_messages_refund
  check (refund is null or proposal is not distinct from 'refund');
