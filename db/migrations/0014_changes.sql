-- What everybody sees has changed. Told to all processes at the commit, by NOTIFY, and kept for the
-- process that made it in the transaction's setting `dobara.changes`: a JSON object in each line,
-- or 'all'. `tags` name what kept answers depend on; `before` and `after` are what lists choose a
-- book by, null while it isn't on the market.
create function note_change(change jsonb) returns void language plpgsql as $$
declare
  noted text := coalesce(current_setting('dobara.changes', true), '');
begin
  if noted = 'all' or position(change::text in noted) > 0 then
    return;
  end if;
  -- Of very many changes nobody reads each one.
  if length(noted) > 20000 or change ->> 'tags' = '["all"]' then
    perform set_config('dobara.changes', 'all', true);
    perform pg_notify('dobara_changes', txid_current() || ' all');
    return;
  end if;
  perform set_config('dobara.changes', noted || change::text || e'\n', true);
  perform pg_notify('dobara_changes', txid_current() || ' ' || change::text);
end $$;

create function listed_facts(book books) returns jsonb language sql immutable as $$
  select case when book.deleted_at is null and book.hidden_at is null and book.available > 0 then
    jsonb_build_object('branch', book.branch, 'type', book.book_type, 'condition', book.condition,
      'price', book.price, 'rentable', book.is_rentable, 'rating', book.rating, 'text', md5(book.search_text || ' ' || coalesce(book.genre, '')))
  end
$$;

create function note_book_change() returns trigger language plpgsql as $$
declare
  facts_before jsonb := case when tg_op <> 'INSERT' then listed_facts(old) end;
  facts_after jsonb := case when tg_op <> 'DELETE' then listed_facts(new) end;
  tags jsonb := jsonb_build_array('book ' || coalesce(new.id, old.id), 'title ' || md5(coalesce(new.title_key, old.title_key)));
begin
  if (facts_before is null) <> (facts_after is null) then
    tags := tags || jsonb_build_array('listed ' || coalesce(new.id, old.id));
  end if;
  if tg_op = 'UPDATE' and old.title_key <> new.title_key then
    tags := tags || jsonb_build_array('title ' || md5(old.title_key));
  end if;
  perform note_change(jsonb_build_object('tags', tags, 'before', facts_before, 'after', facts_after));
  return null;
end $$;

-- Not of `recommended_at` and `updated_at`, which nobody sees.
create trigger note_changes after insert or delete or update of title, author, book_type, branch, genre, description,
  isbn, original_price, predicted_price, custom_price, price, rent_price, rent_deposit, late_fee, is_rentable, condition,
  publication_date, publication_year, pages, copies, available, title_key, rating_sum, rating_count, search_text,
  deleted_at, hidden_at, hidden_reason
  on books for each row execute function note_book_change();

-- Whether a copy is rented, and until when one is reserved.
create function note_order_change() returns trigger language plpgsql as $$
begin
  perform note_change(jsonb_build_object('tags', jsonb_build_array('orders of ' || coalesce(new.book_id, old.book_id))));
  return null;
end $$;
create trigger note_changes after insert or delete or update of status, confirmed_at, received_at, returned_at, proposed_until, rent_end
  on orders for each row execute function note_order_change();

create function note_problem_change() returns trigger language plpgsql as $$
begin
  perform note_change(jsonb_build_object('tags', jsonb_build_array('orders of ' || (select book_id from orders where id = new.order_id))));
  return null;
end $$;
create trigger note_changes after insert or update of solved_at on problems for each row execute function note_problem_change();

create function note_recommendation_change() returns trigger language plpgsql as $$
begin
  perform note_change(jsonb_build_object('tags', jsonb_build_array('book ' || coalesce(new.book_id, old.book_id), 'recommended')));
  return null;
end $$;
create trigger note_changes after insert or delete on recommendations for each row execute function note_recommendation_change();

-- A seller's name and status are on each of their books; a buyer's name is on their reviews.
create function note_account_change() returns trigger language plpgsql as $$
begin
  if new.role = 'seller' and (old.name, old.status, old.deleted_at, old.seller_type) is distinct from (new.name, new.status, new.deleted_at, new.seller_type) then
    perform note_change('{"tags": ["all"]}');
  elsif new.role = 'seller' then
    perform note_change(jsonb_build_object('tags', jsonb_build_array('seller ' || new.id)));
  elsif new.role = 'buyer' then
    perform note_change('{"tags": ["reviewers"]}');
  end if;
  return null;
end $$;
create trigger note_changes after update of name, status, deleted_at, seller_type, rating_sum, rating_count
  on accounts for each row
  when ((old.name, old.status, old.deleted_at, old.seller_type, old.rating_sum, old.rating_count)
    is distinct from (new.name, new.status, new.deleted_at, new.seller_type, new.rating_sum, new.rating_count))
  execute function note_account_change();

create function note_rating_change() returns trigger language plpgsql as $$
begin
  perform note_change(jsonb_build_object('tags', jsonb_build_array('title ' || md5(coalesce(new.title_key, old.title_key)))));
  return null;
end $$;
create trigger note_changes after insert or delete or update on ratings for each row execute function note_rating_change();
