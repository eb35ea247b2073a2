-- Which version of a row an editor has read: whoever saves says it (If-Match), and a later one is
-- not overwritten unseen. It counts what an edit form shows, not what sales and jobs change.
-- Nothing of it is anybody's data: it isn't exported, and goes with its row.
alter table books add column version integer not null default 1;
alter table accounts add column version integer not null default 1;
alter table wants add column version integer not null default 1;

create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- New pictures, which are in another table, are counted by who saves them.
create trigger count_version before update of title, author, branch, genre, description, isbn,
  original_price, price, is_rentable, rent_price, rent_deposit, late_fee,
  condition, publication_date, publication_year, pages, copies, open_to_exchange,
  reservation_hours on books
  for each row when ((old.title, old.author, old.branch, old.genre, old.description, old.isbn,
    old.original_price, old.price, old.is_rentable, old.rent_price,
    old.rent_deposit, old.late_fee, old.condition, old.publication_date, old.publication_year, old.pages,
    old.copies, old.open_to_exchange, old.reservation_hours)
    is distinct from (new.title, new.author, new.branch, new.genre, new.description, new.isbn,
    new.original_price, new.price, new.is_rentable, new.rent_price,
    new.rent_deposit, new.late_fee, new.condition, new.publication_date, new.publication_year, new.pages,
    new.copies, new.open_to_exchange, new.reservation_hours))
  execute function count_version();

create trigger count_version before update of name, phone, address, shop_name, shop_address, upi_id,
  pin_code, hand_overs, picture on accounts
  for each row when ((old.name, old.phone, old.address, old.shop_name, old.shop_address, old.upi_id,
    old.pin_code, old.hand_overs, old.picture)
    is distinct from (new.name, new.phone, new.address, new.shop_name, new.shop_address, new.upi_id,
    new.pin_code, new.hand_overs, new.picture))
  execute function count_version();

create trigger count_version before update of worst_condition, most_on_top, within_km, pin_code
  on wants
  for each row when ((old.worst_condition, old.most_on_top, old.within_km, old.pin_code)
    is distinct from (new.worst_condition, new.most_on_top, new.within_km, new.pin_code))
  execute function count_version();
