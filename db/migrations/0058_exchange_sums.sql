-- In a direct exchange a book counts for its asking price and people agree on any sum on top, so
-- only in a ring must everybody pay what they get more than they give.
create or replace function check_exchange() returns trigger language plpgsql as $$
declare
  checked uuid;
begin
  if tg_table_name = 'exchanges' then checked := new.id; else checked := new.exchange_id; end if;
  if exists (select from exchange_members as member join exchanges on exchanges.id = exchange_id
    where exchange_id = checked and (
      (kind = 'ring'
        and pays <> coalesce((select sum(case when receiver = member.number then value else -value end)
          from exchange_legs as leg where leg.exchange_id = checked
            and member.number in (giver, receiver)), 0))
      or pays <> coalesce((select sum(case when payer = member.number then amount else -amount end)
        from exchange_payments as payment where payment.exchange_id = checked
          and member.number in (payer, payee)), 0)))
  then raise exception 'exchange % doesn''t add up', checked
    using errcode = 'check_violation', constraint = 'exchanges_sums'; end if;
  if exists (select from exchanges where id = checked and agreed_at is not null
      and not exists (select from exchange_legs where exchange_id = checked))
    or exists (select from exchanges join exchange_legs as leg on leg.exchange_id = exchanges.id
      left join orders on orders.id = leg.order_id
      where exchanges.id = checked and agreed_at is not null
        and (orders.exchange_id is distinct from checked or orders.book_id <> leg.book_id
          or orders.price <> leg.value))
  then raise exception 'exchange % lacks orders', checked
    using errcode = 'check_violation', constraint = 'exchanges_orders'; end if;
  return null;
end $$;
