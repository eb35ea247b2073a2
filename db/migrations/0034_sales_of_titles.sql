-- As before (0014), and of which title an order is: what used copies of it should sell for is
-- predicted from its sales. An older server doesn't know the name and goes on as it did.
create or replace function note_order_change() returns trigger language plpgsql as $$
begin
  perform note_change(jsonb_build_object('tags', jsonb_build_array('orders of ' || coalesce(new.book_id, old.book_id),
    'sales of title ' || md5(coalesce(new.title_key, old.title_key)))));
  return null;
end $$;
